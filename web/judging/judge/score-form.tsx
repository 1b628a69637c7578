import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import type { Judge } from '../../../contract/judging/judging.ts';
import { weightedTotal } from '../../../contract/judging/ranking.ts';
import { texts } from '../../../contract/texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { type ScoreBody, tablesQuery } from './judge.api.ts';
import { findTrack, type JudgeRubric } from './judge-rubric.ts';
import { NextTablePanel } from './next-table.tsx';
import { describeZeros, RubricCard } from './rubric-card.tsx';
import { type ScoreDraft, useScoreDraft } from './score-draft.ts';
import { showMessage, useSubmitScore } from './send-scores.ts';
import { SpecialCategories } from './special-categories.tsx';
import { AlreadyScored, TeamFields } from './team-fields.tsx';

const CommentCard = lazyPart(() => import('./comment-card.tsx'));
const ZeroScoreDialog = lazyPart(() => import('./zero-score-dialog.tsx'));

const nothingMissing = { name: false, number: false };

interface ScoreFormProps {
  judge: Judge;
  rubric: JudgeRubric;
  event: EventView;
  /** The numbers of the teams whose scores wait on this device. */
  waiting: readonly number[];
  /** The draft from an earlier visit. */
  stored: ScoreDraft | null;
}

function toScoreBody(
  draft: ScoreDraft,
  { track, criteria }: JudgeRubric & { track: ScoreBody['track'] },
): ScoreBody {
  const { teamName, teamNumber, scores, special, chosen, specialScores, comment } = draft;
  const isSpecial = track === 'hacker' && special && chosen.length > 0;
  return {
    team_name: teamName.trim(),
    team_number: Number.parseInt(teamNumber, 10),
    track,
    scores: Object.fromEntries(criteria.map(({ key }) => [key, scores[key] ?? 0])),
    special_categories: isSpecial
      ? Object.fromEntries(chosen.map((key) => [key, specialScores[key] ?? 0]))
      : null,
    ...(comment.trim() && { comment: comment.trim() }),
  };
}

/** The form for the score of one team. What is entered stays on the device until the server has it. */
export function ScoreForm({ judge, rubric, event, waiting, stored }: ScoreFormProps) {
  const { criteria } = rubric;
  const { draft, change, clear, restored } = useScoreDraft(judge.username, rubric.key, stored);
  const [missing, setMissing] = useState(nothingMissing);
  const [isAsking, setAsking] = useState(false);
  const submit = useSubmitScore({
    username: judge.username,
    criteria,
    onTaken: () => {
      clear();
      setMissing(nothingMissing);
      window.scrollTo({ top: 0 });
    },
  });
  const edit = (changes: Partial<ScoreDraft>) => {
    change(changes);
    setMissing(nothingMissing);
  };
  const { data: tables = [] } = useQuery(tablesQuery);
  const track = findTrack(rubric, tables, Number.parseInt(draft.teamNumber, 10));
  const body = toScoreBody(draft, { ...rubric, track });
  const total = weightedTotal(criteria, body.scores);
  const send = (form: FormEvent<HTMLFormElement>) => {
    form.preventDefault();
    const problems = { name: body.team_name === '', number: Number.isNaN(body.team_number) };
    setMissing(problems);
    if (!problems.name && !problems.number) {
      if (total === 0) return setAsking(true);
      return submit.mutate(body);
    }
    void showMessage('error', texts.judging.missing);
    form.currentTarget
      .querySelector<HTMLElement>(problems.name ? 'input[type="text"]' : 'input[type="number"]')
      ?.focus();
  };
  const isConflict = tables.some(({ teamNumber, conflict }) => conflict && teamNumber === body.team_number);
  const touched = criteria.some(({ key }) => draft.scores[key] !== undefined);
  return (
    <form noValidate onSubmit={send} className="grid grid-cols-1 gap-4 sm:gap-6">
      <NextTablePanel
        rubric={rubric}
        waiting={waiting}
        onStart={({ teamNumber, teamName }) => edit({ teamNumber: String(teamNumber), teamName })}
      />
      {restored && <Restored draft={restored} />}
      <TeamFields draft={draft} missing={missing} onChange={edit} />
      <RubricCard criteria={criteria} scores={draft.scores} onChange={(scores) => edit({ scores })} />
      {rubric.track === 'hacker' && event.specialCategories.length > 0 && (
        <SpecialCategories categories={event.specialCategories} draft={draft} onChange={edit} />
      )}
      {event.judgeComments && (
        <CommentCard
          value={draft.comment}
          shownToTeams={event.judgeComments.teamsFrom !== undefined}
          onChange={(comment) => edit({ comment })}
        />
      )}
      <SubmitBar
        total={total}
        busy={submit.isPending}
        disabled={draft.teamName === '' || draft.teamNumber === '' || isConflict}
        note={touched ? describeZeros(criteria, draft.scores) : undefined}
      >
        {isConflict && (
          <p role="status" className="mb-2 rounded-md bg-pending-bg px-3 py-2 text-sm text-pending">
            You said that you know this team, so you cannot score it. If that was a mistake, ask an organizer
            to lift it, then reload this page.
          </p>
        )}
        <AlreadyScored rubric={rubric} teamNumber={draft.teamNumber} />
      </SubmitBar>
      {isAsking && (
        <ZeroScoreDialog
          teamNumber={draft.teamNumber}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            submit.mutate(body);
          }}
        />
      )}
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

interface SubmitBarProps {
  total: number;
  busy: boolean;
  disabled: boolean;
  note: string | undefined;
  children?: ReactNode;
}

/** The live total and the submit button, always at the bottom of the screen. */
function SubmitBar({ total, busy, disabled, note, children }: SubmitBarProps) {
  return (
    <div className="sticky bottom-0 z-(--z-bulk) -mx-4 border-t-2 border-edge bg-bg px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:mx-0 sm:px-0">
      {children}
      {note && <p className="mb-1 text-xs text-muted">{note}</p>}
      <div className="flex items-center justify-between gap-4">
        <p className="grid">
          <span className="text-xs text-muted">Total Weighted Score</span>
          <span className="tabular font-mono text-xl whitespace-nowrap">
            {total.toFixed(1)} <span className="text-sm text-muted">/ 100</span>
          </span>
        </p>
        <Button type="submit" busy={busy} disabled={disabled}>
          {busy ? 'Submitting...' : 'Submit Score'}
        </Button>
      </div>
    </div>
  );
}
