import { useQuery } from '@tanstack/react-query';
import type { DemoTable, NextTable } from '../../../contract/judging/judging.ts';
import { limits } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { myScoresQuery, nextTableQuery, type SkipBody, tablesQuery } from './judge.api.ts';
import { filterByRubric, findTrack, type JudgeRubric } from './judge-rubric.ts';
import type { useSkipTable } from './send-scores.ts';

const reasons = [
  ['absent', 'Nobody is there'],
  ['busy', 'Another judge is there'],
  ['conflict', 'I know this team'],
] as const;

/**
 * The suggested next table, with the scores and skips that wait on this device counted; undefined while the tables have
 * no numbers. `isAhead` says that the server suggests again once it has those.
 */
export function useNextTable(rubric: JudgeRubric, waiting: readonly number[], skipped: readonly SkipBody[]) {
  const { data, isFetching } = useQuery(nextTableQuery(rubric));
  const { data: tables = [] } = useQuery(tablesQuery);
  const { data: scores = [] } = useQuery(myScoresQuery);
  if (!data || (data.total === 0 && !data.next)) return undefined;
  const mine = filterByRubric(scores, rubric);
  const suggestion = applyQueuedScores(data, {
    waiting,
    skipped: skipped.map(({ teamNumber }) => teamNumber),
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
    return 'You have scored or skipped all of your tables. The next one is suggested when that is sent.';
  return reason === 'wait'
    ? 'Every remaining table is busy or empty right now. Check again in a few minutes.'
    : 'All tables have their scores. Thank you!';
}

interface SkipMenuProps {
  rubric: JudgeRubric;
  teamNumber: number;
  skip: ReturnType<typeof useSkipTable>;
  onSkipped?: () => void;
}

export function SkipMenu({ rubric, teamNumber, skip, onSkipped }: SkipMenuProps) {
  const { data: tables = [] } = useQuery(tablesQuery);
  const track = findTrack(rubric, tables, teamNumber);
  return (
    <Menu
      label="Skip"
      variant="ghost"
      busy={skip.isPending}
      items={reasons.map(([reason, label]) => ({
        label,
        onSelect: () => skip.mutate({ track, teamNumber, reason }, onSkipped && { onSuccess: onSkipped }),
      }))}
    />
  );
}

interface NextTableProps {
  rubric: JudgeRubric;
  suggestion: Suggestion;
  /** Called with the table that the judge starts to score. */
  onStart: (team: { teamNumber: number; teamName: string }) => void;
  skip: SkipMenuProps['skip'];
}

export function NextTablePanel({ rubric, suggestion, onStart, skip }: NextTableProps) {
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
        <SkipMenu rubric={rubric} teamNumber={next.teamNumber} skip={skip} />
        <Button onClick={() => onStart(next)}>Start</Button>
      </div>
    </section>
  );
}

interface OwnScores {
  /** The numbers of the teams whose scores wait on this device. */
  waiting: readonly number[];
  /** The numbers of the tables whose skips wait on this device. */
  skipped: readonly number[];
  /** The numbers of the teams whose scores the server has. */
  scored: readonly number[];
  /** The tables of the track in walking order. */
  tables: readonly Pick<DemoTable, 'teamNumber' | 'teamName' | 'conflict'>[];
}

/**
 * Returns the server's suggestion with the scores that wait on this device counted. A table among those, or one that was
 * skipped, is replaced by the nearest one after it that this judge may score: the server suggests again once it has them.
 */
export function applyQueuedScores(
  suggestion: NextTable,
  { waiting, skipped, scored, tables }: OwnScores,
): NextTable {
  const before = new Set(scored);
  const added = tables.filter(({ teamNumber }) => waiting.includes(teamNumber) && !before.has(teamNumber));
  const queued = new Set([...added.map(({ teamNumber }) => teamNumber), ...skipped]);
  const current = tables.find(({ teamNumber }) => teamNumber === suggestion.next?.teamNumber);
  const done = suggestion.done + added.length;
  if (!current || !queued.has(current.teamNumber))
    return { ...suggestion, done, total: Math.max(suggestion.total, done) };
  const from = tables.indexOf(current);
  const others = [...tables.slice(from), ...tables.slice(0, from)];
  const open = others.find(
    ({ teamNumber, conflict }) => !before.has(teamNumber) && !queued.has(teamNumber) && !conflict,
  );
  if (!open || done >= suggestion.total) return { next: null, reason: 'wait', done, total: done };
  const { teamNumber, teamName } = open;
  return { next: { teamNumber, teamName }, done, total: suggestion.total };
}

const longestGap = 15 * 60_000;

/**
 * Returns how many minutes the open tables will take at the pace of a judge's last scores, whose times are the newest first;
 * a break counts as 15 minutes at most.
 */
function estimateMinutes(times: readonly number[], open: number): number {
  const gaps = times.slice(0, 6).flatMap((time, at) => {
    const before = times[at + 1];
    return before === undefined ? [] : Math.min(time - before, longestGap);
  });
  const pace =
    gaps.length === 0 ? limits.judging.perTable : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return Math.max(1, Math.round((open * pace) / 60_000));
}
