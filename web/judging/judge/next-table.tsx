import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { myScoresQuery, nextTableQuery, tablesQuery, useSkipTable } from './judge.api.ts';
import { filterByRubric, findTrack, type JudgeRubric } from './judge-rubric.ts';
import { applyQueuedScores, estimateMinutes } from './next-table-offline.ts';

const reasons = [
  ['absent', 'Nobody is there'],
  ['busy', 'Another judge is there'],
  ['conflict', 'I know this team'],
] as const;

/**
 * The suggested next table, with the scores that wait on this device counted; undefined while the tables have no numbers.
 * `isAhead` says that the server suggests again once it has those scores.
 */
export function useNextTable(rubric: JudgeRubric, waiting: readonly number[]) {
  const { data, isFetching } = useQuery(nextTableQuery(rubric));
  const { data: tables = [] } = useQuery(tablesQuery);
  const { data: scores = [] } = useQuery(myScoresQuery);
  if (!data || (data.total === 0 && !data.next)) return undefined;
  const mine = filterByRubric(scores, rubric);
  const suggestion = applyQueuedScores(data, {
    waiting,
    scored: mine.map((score) => score.team_number),
    tables: filterByRubric(tables, rubric),
  });
  return {
    ...suggestion,
    isFetching,
    isAhead: data.next !== null && suggestion.next === null,
    minutesLeft: estimateMinutes(
      mine.map(({ created_at }) => Date.parse(created_at)),
      suggestion.total - suggestion.done,
    ),
  };
}

type Suggestion = NonNullable<ReturnType<typeof useNextTable>>;

/** Says why there is no next table. */
export function describeNoTable({ isAhead, reason }: Suggestion): string {
  if (isAhead)
    return 'You have scored all of your tables. The next one is suggested when your scores are sent.';
  return reason === 'wait'
    ? 'Every remaining table is busy or empty right now. Check again in a few minutes.'
    : 'All tables have their scores. Thank you!';
}

interface SkipMenuProps {
  rubric: JudgeRubric;
  teamNumber: number;
  onSkipped?: () => void;
}

/** Skips the suggested table, for one of the reasons there are. */
export function SkipMenu({ rubric, teamNumber, onSkipped }: SkipMenuProps) {
  const { data: tables = [] } = useQuery(tablesQuery);
  const skip = useSkipTable(rubric, { onSkipped });
  const track = findTrack(rubric, tables, teamNumber);
  return (
    <Menu
      label="Skip"
      variant="ghost"
      busy={skip.isPending}
      items={reasons.map(([reason, label]) => ({
        label,
        onSelect: () => skip.mutate({ track, teamNumber, reason }),
      }))}
    />
  );
}

interface NextTableProps {
  rubric: JudgeRubric;
  suggestion: Suggestion;
  /** Called with the table that the judge starts to score. */
  onStart: (team: { teamNumber: number; teamName: string }) => void;
}

/** The suggested next table, or why there is none. */
export function NextTablePanel({ rubric, suggestion, onStart }: NextTableProps) {
  const { next, done, total } = suggestion;
  if (!next)
    return (
      <p role="status" className="rounded-md bg-surface-2 px-4 py-3">
        {describeNoTable(suggestion)}
      </p>
    );
  return (
    <section
      aria-label="Next table"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border-2 border-edge bg-surface p-4"
    >
      <p className="min-w-0">
        <span className="block font-display text-lg font-bold">Next: table {next.teamNumber}</span>
        <span className="block text-sm wrap-anywhere text-muted">
          {next.teamName} · {done} of {total} done
        </span>
      </p>
      <div className="flex gap-2">
        <SkipMenu rubric={rubric} teamNumber={next.teamNumber} />
        <Button onClick={() => onStart(next)}>Start</Button>
      </div>
    </section>
  );
}
