import { useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import type { Score, TeamAggregate } from '../../../contract/judging/judging.ts';
import { describeTeam, listMarks } from '../../../contract/judging/ranking.ts';
import { formatDateTime } from '../../../contract/platform/format.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { queryClient } from '../../lib/call.ts';
import { joinClasses } from '../../lib/classes.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useSession } from '../../lib/session.api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { teamScoresQuery, useVoidScore } from './score-review.api.ts';

const ReasonDialog = lazyPart(() => import('../../event-day/check-in-overview/reason-dialog.tsx'));
const MoveScores = lazyPart(() => import('../move-scores.tsx'));

type Labels = ReadonlyMap<string, string>;

/** The scores of a team: each judge's last total, special categories, and all scores in order. */
export function TeamDetails({ team, event }: { team: TeamAggregate; event: EventView }) {
  const specials: Labels = new Map(event.specialCategories.map(({ key, label }) => [key, label]));
  const averages = Object.entries(team.special_categories_avg);
  const isPaper = new Map(listMarks(team).map(({ judge, paper }) => [judge, paper]));
  const inForce = team.all_scores.filter(({ voided }) => !voided).reverse();
  return (
    <div className="grid gap-6 rounded-md bg-surface-2 p-4 sm:grid-cols-2 sm:p-6">
      <section>
        <h3 className="mb-2 text-lg">Judge Breakdown</h3>
        <MarkList
          figures={Object.entries(team.judge_breakdown).map(([judge, total]) => [
            isPaper.get(judge) ? `${judge} (paper)` : judge,
            total.toFixed(1),
          ])}
        />
      </section>
      <section>
        <h3 className="mb-2 text-lg">Special Categories</h3>
        {averages.length === 0 ? (
          <p className="text-sm text-muted">None scored.</p>
        ) : (
          <MarkList
            figures={averages.map(([key, average]) => [specials.get(key) ?? key, `${average.toFixed(1)}/10`])}
          />
        )}
      </section>
      <section className="sm:col-span-2">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h3 className="text-lg">Score History</h3>
          {inForce.length > 1 && <MoveScoresButton label="Move all scores" scores={inForce} isTable />}
        </div>
        <ol className="grid gap-3">
          {team.all_scores.map((score) => (
            <li key={score._id} className="border-t border-hairline pt-3">
              <ScoreEntry score={score} event={event} specials={specials} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function MarkList({ figures }: { figures: (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-1">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere">{name}</dt>
          <dd className="font-mono">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function ScoreEntry({ score, event, specials }: { score: Score; event: EventView; specials: Labels }) {
  const criteria = (event.rubric[score.track] ?? []).filter(({ key }) => Object.hasOwn(score.scores, key));
  const marks = [
    ...criteria.map(({ key, label }) => [label, score.scores[key]] as const),
    ...Object.entries(score.special_categories ?? {}).map(
      ([key, mark]) => [specials.get(key) ?? key, mark] as const,
    ),
  ];
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">{score.judge_name}</span>
        <span className={joinClasses('font-mono', score.voided && 'line-through')}>
          {score.weighted_total.toFixed(1)}
        </span>
        <time dateTime={score.created_at} className="basis-full text-sm text-muted">
          {formatDateTime(score.created_at, event)} · {score.team_name}
        </time>
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
        {marks.map(([label, mark]) => (
          <li key={label}>
            {label} <span className="font-mono">{mark}/10</span>
          </li>
        ))}
      </ul>
      {score.comment && <p className="mt-2 whitespace-pre-line wrap-anywhere">“{score.comment}”</p>}
      {score.entered && (
        <p className="mt-1 text-sm text-muted wrap-anywhere">{describeEntry(score.entered)}</p>
      )}
      {score.voided ? (
        <p className="mt-1 text-sm text-warning">
          Voided{score.voided.by && ` by ${score.voided.by}`}
          {score.voided.reason && `: ${score.voided.reason}`}
        </p>
      ) : (
        <p className="-ml-3 flex flex-wrap">
          <VoidScoreButton score={score} />
          <MoveScoresButton label="Move score" scores={[score]} />
        </p>
      )}
    </>
  );
}

function describeEntry({ by, paper, from }: NonNullable<Score['entered']>): string {
  const what = [paper && 'From paper', from && (paper ? 'moved' : 'Moved')].filter(Boolean).join(', ');
  return `${what}${from ? ` from table ${from}` : ''}, by ${by ?? 'a deleted account'}`;
}

interface MoveScoresButtonProps {
  label: string;
  scores: readonly Score[];
  /** Whether these are all scores of their table, which may change places with another's. */
  isTable?: boolean;
}

function MoveScoresButton({ label, scores, isTable }: MoveScoresButtonProps) {
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  if (!hasAccess(user?.role, 'judging-lead')) return null;
  const from = scores[0]!.team_number;
  const findTeam = (number: number) =>
    queryClient
      .getQueryData(teamScoresQuery(false).queryKey)
      ?.find(({ team_number }) => team_number === number);
  const listIds = (number: number) =>
    (findTeam(number)?.all_scores ?? []).filter(({ voided }) => !voided).map(({ _id }) => _id);
  return (
    <>
      <Button variant="ghost" size="compact" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={scores.length === 1 ? `Score of ${scores[0]!.judge_name}` : `Scores of table ${from}`}
        >
          <MoveScores
            ids={scores.map(({ _id }) => _id)}
            from={from}
            getName={(number) => {
              const found = findTeam(number);
              return found && describeTeam(found);
            }}
            {...(isTable && { listIds })}
            onMoved={() => setAsking(false)}
          />
        </Dialog>
      )}
    </>
  );
}

/** For organizers: the results themselves need only the shared password, voiding needs somebody's name. */
function VoidScoreButton({ score }: { score: Score }) {
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const action = useVoidScore(score);
  if (!hasAccess(user?.role, 'judging-lead')) return null;
  return (
    <>
      <Button variant="ghost" size="compact" onClick={() => setAsking(true)}>
        Void score
      </Button>
      {asking && (
        <ReasonDialog
          title={`Void the score of ${score.judge_name}?`}
          description="It stays in the history and no longer counts. The judge can score this table again."
          confirmLabel="Void score"
          action={action}
          onClose={close}
        />
      )}
    </>
  );
}
