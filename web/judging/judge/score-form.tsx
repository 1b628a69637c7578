import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import type { DemoTable, Judge } from '../../../contract/judging/judging.ts';
import { usualRubric } from '../../../contract/judging/judging-tracks.ts';
import { weightedTotal } from '../../../contract/judging/ranking.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { texts } from '../../../contract/texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { bottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/field.tsx';
import { ScoreSlider } from '../../ui/score-slider.tsx';
import { toast } from '../../ui/toast.tsx';
import { EnteredCategories } from './entered-categories.tsx';
import { tablesQuery } from './judge.api.ts';
import { filterByRubric, findTrack, type JudgeRubric } from './judge-rubric.ts';
import { NextTablePanel, SkipMenu, useNextTable } from './next-table.tsx';
import { OtherCategories } from './other-categories.tsx';
import { toScoreBody } from './score-body.ts';
import { type ScoreDraft, useScoreDraft } from './score-draft.ts';
import { ScoredStrip } from './scored-strip.tsx';
import {
  type QueuedScore,
  type SentScore,
  showMessage,
  useSkipTable,
  useSubmitScore,
  useUndoScore,
} from './send-scores.ts';
import { AlreadyScored, TeamFields } from './team-fields.tsx';

const ScoreCard = lazyPart(async () => ({ default: (await import('./score-card.tsx')).ScoreCard }));
const ScoredCard = lazyPart(async () => ({ default: (await import('./score-card.tsx')).ScoredCard }));
const CommentCard = lazyPart(() => import('./comment-card.tsx'));

/** The first pad without a mark. */
const unsetPad = '[role="radiogroup"]:not(:has(:checked)) input';

interface ScoreFormProps {
  judge: Judge;
  rubric: JudgeRubric;
  event: EventView;
  /** The judge's scores that wait on this device. */
  queue: QueuedScore[];
  /** The draft from an earlier visit. */
  stored: ScoreDraft | null;
}

/** The form for the score of one team. What is entered stays on the device until the server has it. */
export function ScoreForm({ judge, rubric, event, queue, stored }: ScoreFormProps) {
  const { criteria } = rubric;
  const { draft, change, changeTo, clear, restored } = useScoreDraft(judge.username, rubric.key, stored);
  /** Whether a submission was refused since the last change: what is missing is marked. */
  const [isTried, setTried] = useState(false);
  /** What was sent last from a card, until the judge goes on. */
  const [sent, setSent] = useState<SentScore & { draft: ScoreDraft }>();
  const waiting = queue.flatMap(({ trouble, payload: { body } }) =>
    !trouble && filterByRubric([body], rubric).length > 0 && body.team_number ? [body.team_number] : [],
  );
  const skip = useSkipTable(judge.username, rubric);
  const suggestion = useNextTable(rubric, waiting, skip.skipped);
  const next = suggestion?.next;
  // Before it is needed: there may be no network then.
  useEffect(() => {
    for (const card of [ScoreCard, ScoredCard]) card.preload().catch((error: unknown) => console.warn(error));
  }, []);
  const submit = useSubmitScore({
    username: judge.username,
    criteria,
    onTaken: (score) => {
      if (draft.startedAt) setSent({ ...score, draft });
      clear();
      setTried(false);
      window.scrollTo({ top: 0 });
    },
  });
  const undo = useUndoScore(judge.username, {
    onUndone: () => {
      toast.dismissAll();
      setSent(undefined);
      if (sent) change({ ...sent.draft, others: draft.others });
    },
  });
  const turnTo: typeof changeTo = (...to) => {
    changeTo(...to);
    setTried(false);
  };
  /** Opens the card of a table, with the marks of its draft or of an earlier score. */
  const open = (teamNumber: number, given: Partial<ScoreDraft>) => {
    // A toast would cover the first criterion.
    toast.dismissAll();
    setSent(undefined);
    const number = String(teamNumber);
    turnTo(number, { ...given, chosenFor: number, startedAt: Date.now() });
  };
  const edit = (changes: Partial<ScoreDraft>, chosenFor = draft.teamNumber) => {
    change({ ...changes, chosenFor });
    setTried(false);
  };
  const { data: tables = [] } = useQuery(tablesQuery);
  const track = findTrack(rubric, tables, Number.parseInt(draft.teamNumber, 10));
  const project = findProject(tables, draft.teamNumber.trim());
  // Only the hacker track has special categories.
  const categories = rubric.track === usualRubric ? event.specialCategories : [];
  const entered = categories.filter(({ key }) => project?.special.includes(key));
  const others = categories.filter((category) => !entered.includes(category));
  const unset = entered.filter(
    ({ key }) => !draft.unseen.includes(key) && getOwnValue(draft.specialScores, key) === undefined,
  );
  const body = toScoreBody(draft, { ...rubric, track }, entered);
  const total = weightedTotal(criteria, body.scores);
  const missing = { name: body.team_name === '', number: Number.isNaN(body.team_number) };
  const submitOnce = async () => {
    const zeroQuestion = {
      title: 'Submit a score of 0.0?',
      body: `Every criterion of team ${draft.teamNumber} is 0. The score counts in its average.`,
      confirmLabel: 'Submit 0.0',
    };
    // More often a slip than a verdict; loaded when it is first asked.
    const isMeant = total > 0 || (await import('../../ui/ask.tsx').then(({ ask }) => ask(zeroQuestion)));
    if (isMeant) submit.mutate(body);
  };
  const send = (form: FormEvent<HTMLFormElement>) => {
    const [category] = unset;
    const isNamed = !missing.name && !missing.number;
    if (isNamed && !category) return void submitOnce();
    setTried(true);
    showMessage(
      'error',
      isNamed ? `Score ${category!.label}, or tick “Did not see it”.` : texts.judging.missing,
    );
    const first = missing.name ? 'input[type="text"]' : missing.number ? 'input[type="number"]' : unsetPad;
    form.currentTarget.querySelector<HTMLElement>(first)?.focus();
  };
  const table = tables.find(({ teamNumber }) => teamNumber === body.team_number);
  const isOtherTrack = table && rubric.track && judge.track && table.track !== judge.track;
  const isKnown = skip.skipped.some(
    ({ teamNumber, reason }) => teamNumber === body.team_number && reason === 'conflict',
  );
  const isLocked = Boolean(table?.conflict || isKnown || isOtherTrack);
  const zeros = criteria.filter(({ key }) => !getOwnValue(draft.scores, key)).length;
  const touched = criteria.some(({ key }) => getOwnValue(draft.scores, key) !== undefined);
  const more = (
    <>
      {entered.length > 0 && (
        <EnteredCategories
          categories={entered}
          draft={draft}
          isTried={isTried}
          onChange={(changes) => change({ ...changes, chosenFor: draft.teamNumber })}
        />
      )}
      {others.length > 0 && <OtherCategories categories={others} draft={draft} onChange={edit} />}
      {event.judgeComments && (
        <CommentCard
          value={draft.comment}
          shownToTeams={event.judgeComments.teamsFrom !== undefined}
          onChange={(comment) => edit({ comment })}
        />
      )}
    </>
  );
  const note = (
    <>
      {isLocked && (
        <p role="status" className="mb-2 rounded-md bg-pending-bg px-3 py-2 text-sm text-pending">
          {isOtherTrack
            ? `Table ${table.teamNumber} is in another track, and this judge account is only for: ${rubric.title}. Check the number with the team.`
            : 'You said that you know this team, so you cannot score it. If that was a mistake, ask an organizer to lift it, then reload this page.'}
        </p>
      )}
      <AlreadyScored rubric={rubric} teamNumber={draft.teamNumber} />
    </>
  );
  const describeTable = ({ teamNumber, teamName }: ScoreDraft) =>
    [teamNumber, findProject(tables, teamNumber)?.title, teamName].filter(Boolean).join(' · ');
  return (
    <>
      <ScoredStrip
        queue={queue}
        rubric={rubric}
        onCorrect={(score) =>
          open(score.team_number, {
            teamName: score.team_name,
            scores: score.scores,
            special: score.special_categories !== null,
            chosen: Object.keys(score.special_categories ?? {}),
            specialScores: score.special_categories ?? {},
            comment: score.comment ?? '',
          })
        }
      />
      <Form noValidate onSubmit={send} className="grid grid-cols-1 gap-4 sm:gap-6">
        {suggestion && (
          <NextTablePanel
            rubric={rubric}
            suggestion={suggestion}
            onStart={({ teamNumber, teamName }) => open(teamNumber, { teamName })}
            skip={skip}
          />
        )}
        {(restored?.teamNumber || restored?.teamName) && (
          <p role="status" className="text-sm text-muted">
            Draft for team {restored.teamNumber || restored.teamName} restored.
          </p>
        )}
        <TeamFields
          draft={draft}
          missing={isTried ? missing : undefined}
          onChange={(names) => edit(names, draft.chosenFor)}
          onChangeTo={turnTo}
        />
        <Card title="Scoring Rubric" className="max-sm:p-4" contentClass="grid gap-4 sm:gap-8">
          {criteria.map(({ key, label, weight, description }) => (
            <ScoreSlider
              key={key}
              label={label}
              aside={`${weight}%`}
              description={description}
              value={getOwnValue(draft.scores, key)}
              onChange={(mark) => edit({ scores: { ...draft.scores, [key]: mark } })}
            />
          ))}
        </Card>
        {more}
        <SubmitBar
          total={total}
          zeros={touched ? zeros : 0}
          busy={submit.isPending}
          disabled={draft.teamName === '' || draft.teamNumber === '' || isLocked}
        >
          {note}
        </SubmitBar>
      </Form>
      {draft.startedAt !== undefined ? (
        <ScoreCard
          title={describeTable(draft)}
          rubric={rubric}
          draft={draft}
          total={total}
          unset={entered.length > 0 ? { count: unset.length, of: entered.length } : undefined}
          onTried={() => setTried(true)}
          note={note}
          busy={submit.isPending}
          isLocked={isLocked}
          skip={
            next &&
            next.teamNumber === body.team_number && (
              <SkipMenu rubric={rubric} teamNumber={next.teamNumber} skip={skip} onSkipped={clear} />
            )
          }
          onChange={edit}
          onSubmit={() => void submitOnce()}
          onClose={() => change({ startedAt: undefined })}
        >
          {more}
        </ScoreCard>
      ) : (
        sent && (
          <ScoredCard
            title={describeTable(sent.draft)}
            total={weightedTotal(criteria, sent.body.scores)}
            suggestion={suggestion}
            isWaiting={suggestion?.isFetching && next?.teamNumber === sent.body.team_number}
            isUndoing={undo.isPending}
            onUndo={() => undo.mutate(sent)}
            onNext={({ teamNumber, teamName }) => open(teamNumber, { teamName })}
            onClose={() => setSent(undefined)}
          />
        )
      )}
    </>
  );
}

const findProject = (tables: readonly DemoTable[], number: string) =>
  tables.find(({ teamNumber }) => String(teamNumber) === number)?.project;

interface SubmitBarProps {
  total: number;
  /** How many criteria are still 0. */
  zeros: number;
  busy: boolean;
  disabled: boolean;
  children: ReactNode;
}

/** The live total and the submit button, always at the bottom of the screen. */
function SubmitBar({ total, zeros, busy, disabled, children }: SubmitBarProps) {
  return (
    <div
      ref={bottomBar}
      className="sticky bottom-0 z-(--z-bulk) -mx-4 border-t-2 border-edge bg-bg px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:mx-0 sm:px-0"
    >
      {children}
      {zeros > 0 && (
        <p className="mb-1 text-xs text-muted">
          {formatCount(zeros, 'criterion is', 'criteria are')} still 0.
        </p>
      )}
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
