import { useState } from 'react';
import type { EventView } from '../../contract/event/site.ts';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { JudgeProgress, TableProgress } from '../../contract/judging/judging-admin.ts';
import { getRubricTitle, listTrackRubrics, usualRubric } from '../../contract/judging/judging-tracks.ts';
import { weightedTotal } from '../../contract/judging/ranking.ts';
import { limits } from '../../contract/limits.ts';
import { getOwnValue } from '../../contract/platform/own-value.ts';
import { createIdempotencyKey } from '../lib/new-key.ts';
import { Button } from '../ui/button.tsx';
import { Collapsible } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Form, Input, Select } from '../ui/field.tsx';
import { ErrorBox } from '../ui/page-states.tsx';
import { ScorePad } from '../ui/score-pad.tsx';
import CommentCard from './judge/comment-card.tsx';
import { EnteredCategories } from './judge/entered-categories.tsx';
import { findRubric } from './judge/judge-rubric.ts';
import { toScoreBody } from './judge/score-body.ts';
import { emptyScoreDraft } from './judge/score-draft.ts';
import { useEnterPaperScore } from './judging-admin.api.ts';

interface PaperScoreProps {
  judge: JudgeProgress;
  tables: readonly TableProgress[];
  event: EventView;
  onClose: () => void;
}

export default function PaperScore({ judge, tables, event, onClose }: PaperScoreProps) {
  // A changed form is another score: only what is sent again unchanged is stored once.
  const [{ idempotencyKey, ...form }, setForm] = useState(() => ({
    ...emptyScoreDraft,
    idempotencyKey: createIdempotencyKey(),
    track: undefined as JudgingTrack | undefined,
  }));
  const set = (changes: Partial<typeof form>) =>
    setForm({ ...form, ...changes, idempotencyKey: createIdempotencyKey() });
  const enter = useEnterPaperScore();
  const number = Number(form.teamNumber);
  const table = tables.find(({ known, teamNumber }) => known && teamNumber === number);
  const rubrics = listTrackRubrics(event);
  const track = form.track ?? judge.track ?? table?.track ?? rubrics[0]!;
  const rubric = findRubric(event, { ...judge, track }, track);
  const criteria = rubric?.criteria ?? [];
  const isPrize = rubric?.track === null;
  const specials = track === usualRubric && !isPrize ? event.specialCategories : [];
  const entered = specials.filter(({ key }) => table?.special?.includes(key));
  const isUnseen = (key: string) =>
    form.unseen.includes(key) && entered.some((category) => category.key === key);
  const unset = entered.filter(
    ({ key }) => !isUnseen(key) && getOwnValue(form.specialScores, key) === undefined,
  ).length;
  const missing = unset + criteria.filter(({ key }) => getOwnValue(form.scores, key) === undefined).length;
  const name = table?.teamName ?? form.teamName.trim();
  const others = specials.filter((category) => !entered.includes(category));
  const submit = () => {
    const chosen = others.flatMap(({ key }) =>
      getOwnValue(form.specialScores, key) === undefined ? [] : key,
    );
    const body = toScoreBody(
      { ...form, teamName: name, special: true, chosen },
      { track, criteria },
      entered,
    );
    enter.mutate({ judge, body, key: idempotencyKey }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="full"
      title={`Paper score of ${judge.name}`}
      description={`${rubric?.title ?? ''}. It counts as theirs, and is marked as entered from paper by you.`}
    >
      <Form onSubmit={submit} className="grid gap-4" noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Table"
            hint={
              table
                ? `${table.teamName}${table.judges.includes(judge.name) ? ': replaces the score of this judge' : ''}`
                : undefined
            }
          >
            <Input
              inputMode="numeric"
              value={form.teamNumber}
              onValueChange={(value) => set({ teamNumber: value.replace(/\D/g, '') })}
            />
          </Field>
          {!table && number > 0 && (
            <Field label="Team name" hint={`There is no table ${number}.`}>
              <Input
                maxLength={limits.judging.tableTeamName}
                value={form.teamName}
                onValueChange={(value) => set({ teamName: value })}
              />
            </Field>
          )}
          {!judge.track && !isPrize && rubrics.length > 1 && (
            <Field label="Track">
              <Select
                options={rubrics.map((value) => ({ value, label: getRubricTitle(event, value) }))}
                value={track}
                onValueChange={(value) => set({ track: value, scores: {} })}
              />
            </Field>
          )}
        </div>
        {criteria.map(({ key, label, weight }) => (
          <ScorePad
            key={key}
            label={label}
            aside={`${weight}%`}
            value={getOwnValue(form.scores, key)}
            onChange={(mark) => set({ scores: { ...form.scores, [key]: mark } })}
          />
        ))}
        {entered.length > 0 && (
          <EnteredCategories categories={entered} draft={form} isTried={false} onChange={set} />
        )}
        {others.length > 0 && (
          <Collapsible
            line={<span className="font-semibold">Special categories</span>}
            open={false}
            contentClass="grid gap-3"
          >
            {others.map(({ key, label }) => (
              <ScorePad
                key={key}
                label={label}
                value={getOwnValue(form.specialScores, key)}
                onChange={(mark) => set({ specialScores: { ...form.specialScores, [key]: mark } })}
              />
            ))}
          </Collapsible>
        )}
        {event.judgeComments && (
          <CommentCard
            value={form.comment}
            shownToTeams={event.judgeComments.teamsFrom !== undefined}
            onChange={(comment) => set({ comment })}
          />
        )}
        {enter.errorText && <ErrorBox message={enter.errorText} />}
        <div className="flex items-center justify-end gap-4">
          <p role="status" className="mr-auto font-mono">
            {missing > 0
              ? `${missing} of ${criteria.length + entered.length} left to score`
              : `${weightedTotal(criteria, form.scores as Record<string, number>).toFixed(1)} / 100`}
          </p>
          <Button type="submit" disabled={missing > 0 || number === 0 || name === ''} busy={enter.isPending}>
            Enter score
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
