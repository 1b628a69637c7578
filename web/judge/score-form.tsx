import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Judge, type JudgingTrack, submitScore } from '../../contract/judging.ts';
import { weightedTotal } from '../../contract/scoring.ts';
import type { EventView } from '../../contract/site.ts';
import { texts } from '../../contract/texts.ts';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { Card } from '../ui/card.tsx';
import { ScoreSlider } from '../ui/score-slider.tsx';
import { judgeSessionQuery } from './judge.api.ts';
import { NextTablePanel } from './next-table.tsx';
import { clearIdempotencyKey, getIdempotencyKey, type ScoreDraft, useScoreDraft } from './score-draft.ts';
import { enqueueScore } from './score-queue.ts';
import { showMessage } from './show-message.ts';
import { SpecialCategories } from './special-categories.tsx';
import { ScoreSubmitBar } from './submit-bar.tsx';
import { TeamFields } from './team-fields.tsx';

interface ScoreFormProps {
  judge: Judge;
  track: JudgingTrack;
  event: EventView;
}

function bodyOf(draft: ScoreDraft, track: JudgingTrack, criteria: readonly { key: string }[]) {
  const { teamName, teamNumber, scores, special, chosen, specialScores } = draft;
  const isSpecial = track === 'hacker' && special && chosen.length > 0;
  return {
    team_name: teamName.trim(),
    team_number: Number.parseInt(teamNumber, 10),
    track,
    scores: Object.fromEntries(criteria.map(({ key }) => [key, scores[key] ?? 0])),
    special_categories: isSpecial
      ? Object.fromEntries(chosen.map((key) => [key, specialScores[key] ?? 0]))
      : null,
  };
}

/** No answer came, or one that says nothing about the score itself. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

const isPaused = (error: unknown) => error instanceof ApiError && error.code === 'judging_paused';

/** The score of one team: everything stays on the device until the server has it. */
export function ScoreForm({ judge, track, event }: ScoreFormProps) {
  const client = useQueryClient();
  const criteria = event.rubric[track];
  const { draft, change, clear, restored } = useScoreDraft(judge.username, track);
  const [missing, setMissing] = useState({ name: false, number: false });
  const begin = () => {
    clearIdempotencyKey();
    clear();
    setMissing({ name: false, number: false });
    window.scrollTo({ top: 0 });
  };
  const submit = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      call(submitScore, { body, idempotencyKey: getIdempotencyKey(body) }),
    retry: (failures, error) => failures < 2 && navigator.onLine && isLost(error),
    onSuccess: () => {
      begin();
      void showMessage('success', texts.judging.submitted);
      return client.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' });
    },
    onError: (error, body) => {
      console.warn(error);
      if (isLost(error) || isPaused(error)) {
        const total = weightedTotal(criteria, body.scores);
        enqueueScore(judge.username, {
          key: getIdempotencyKey(body),
          body,
          total,
          at: new Date().toISOString(),
        });
        begin();
        if (!isPaused(error))
          return void showMessage('info', 'Saved on this device. It will be sent when you are back online.');
        void client.invalidateQueries(judgeSessionQuery);
        return void showMessage('info', 'Judging is paused. Saved on this device, and sent when it goes on.');
      }
      void showMessage('error', texts.judging.submitFailed);
      // Signed out meanwhile: the guard asks again and leads to the login; the draft waits.
      if (error instanceof ApiError && error.status === 401) void client.resetQueries(judgeSessionQuery);
    },
  });
  const edit = (changes: Partial<ScoreDraft>) => {
    change(changes);
    setMissing({ name: false, number: false });
  };
  const send = (form: FormEvent<HTMLFormElement>) => {
    form.preventDefault();
    const body = bodyOf(draft, track, criteria);
    const lacks = { name: body.team_name === '', number: Number.isNaN(body.team_number) };
    setMissing(lacks);
    if (!lacks.name && !lacks.number) return submit.mutate(body);
    void showMessage('error', texts.judging.missing);
    form.currentTarget
      .querySelector<HTMLElement>(lacks.name ? 'input[type="text"]' : 'input[type="number"]')
      ?.focus();
  };
  const touched = Object.keys(draft.scores).length > 0;
  const zeros = criteria.filter(({ key }) => !draft.scores[key]).length;
  return (
    <form noValidate onSubmit={send} className="grid grid-cols-1 gap-6">
      <NextTablePanel
        track={track}
        onStart={({ teamNumber, teamName }) => edit({ teamNumber: String(teamNumber), teamName })}
      />
      {restored && <Restored draft={restored} />}
      <TeamFields track={track} draft={draft} missing={missing} onChange={edit} />
      <Card title="Scoring Rubric">
        <div className="grid gap-8">
          {criteria.map(({ key, label, weight, description }) => (
            <ScoreSlider
              key={key}
              label={label}
              aside={`${weight}%`}
              description={description}
              value={draft.scores[key] ?? 0}
              untouched={draft.scores[key] === undefined}
              onChange={(value) => edit({ scores: { ...draft.scores, [key]: value } })}
            />
          ))}
        </div>
      </Card>
      {track === 'hacker' && event.specialCategories.length > 0 && (
        <SpecialCategories categories={event.specialCategories} draft={draft} onChange={edit} />
      )}
      <ScoreSubmitBar
        total={weightedTotal(criteria, draft.scores)}
        busy={submit.isPending}
        disabled={draft.teamName === '' || draft.teamNumber === ''}
        note={
          touched && zeros > 0
            ? `${zeros} ${zeros === 1 ? 'criterion is' : 'criteria are'} still 0.`
            : undefined
        }
      />
    </form>
  );
}

function Restored({ draft: { teamName, teamNumber } }: { draft: ScoreDraft }) {
  return (
    <p role="status" className="text-sm text-muted">
      Draft for team {teamNumber || teamName} restored.
    </p>
  );
}
