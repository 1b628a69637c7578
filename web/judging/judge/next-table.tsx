import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { myScoresQuery, nextTableQuery, tablesQuery, useSkipTable } from './judge.api.ts';
import { filterByRubric, findTrack, type JudgeRubric } from './judge-rubric.ts';
import { applyQueuedScores } from './next-table-offline.ts';

const reasons = [
  ['absent', 'Nobody is there'],
  ['busy', 'Another judge is there'],
  ['conflict', 'I know this team'],
] as const;

interface NextTableProps {
  rubric: JudgeRubric;
  /** The numbers of the teams whose scores wait on this device. */
  waiting: readonly number[];
  /** Called with the table that the judge starts to score. */
  onStart: (team: { teamNumber: number; teamName: string }) => void;
}

/** The suggested next table. Nothing while the tables have no numbers. */
export function NextTablePanel({ rubric, waiting, onStart }: NextTableProps) {
  const { data } = useQuery(nextTableQuery(rubric));
  const { data: tables = [] } = useQuery(tablesQuery);
  const { data: scores = [] } = useQuery(myScoresQuery);
  const skip = useSkipTable(rubric);
  if (!data || (data.total === 0 && !data.next)) return null;
  const { next, reason, done, total } = applyQueuedScores(data, {
    waiting,
    scored: filterByRubric(scores, rubric).map((score) => score.team_number),
    tables: filterByRubric(tables, rubric),
  });
  if (data.next && !next)
    return (
      <p role="status" className="rounded-md bg-surface-2 px-4 py-3">
        You have scored all of your tables. The next one is suggested when your scores are sent.
      </p>
    );
  if (!next)
    return (
      <p role="status" className="rounded-md bg-surface-2 px-4 py-3">
        {reason === 'wait'
          ? 'Every remaining table is busy or empty right now. Check again in a few minutes.'
          : 'All tables have their scores. Thank you!'}
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
        <Menu
          label="Skip"
          variant="ghost"
          busy={skip.isPending}
          items={reasons.map(([value, label]) => ({
            label,
            onSelect: () =>
              skip.mutate({
                track: findTrack(rubric, tables, next.teamNumber),
                teamNumber: next.teamNumber,
                reason: value,
              }),
          }))}
        />
        <Button variant="secondary" onClick={() => onStart(next)}>
          Start
        </Button>
      </div>
    </section>
  );
}
