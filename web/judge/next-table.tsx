import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type JudgingTrack, skipTable } from '../../contract/judging.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { nextTableQuery } from './judge.api.ts';

const reasons = [
  ['absent', 'Nobody is there'],
  ['busy', 'Another judge is there'],
  ['conflict', 'I know this team'],
] as const;

interface NextTableProps {
  track: JudgingTrack;
  /** The judge begins with this table. */
  onStart: (team: { teamNumber: number; teamName: string }) => void;
}

/** A suggestion where to go next. Nothing while the tables have no numbers. */
export function NextTablePanel({ track, onStart }: NextTableProps) {
  const client = useQueryClient();
  const query = nextTableQuery(track);
  const { data } = useQuery(query);
  const skip = useMutation({
    mutationFn: (body: { teamNumber: number; reason: (typeof reasons)[number][0] }) =>
      call(skipTable, { body: { track, ...body } }),
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  if (!data || (data.total === 0 && !data.next)) return null;
  const { next, reason, done, total } = data;
  if (!next)
    return (
      <p role="status" className="rounded-md bg-surface-2 px-4 py-3">
        {reason === 'wait'
          ? 'Every table left is busy or empty right now. Look again in a few minutes.'
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
            onSelect: () => skip.mutate({ teamNumber: next.teamNumber, reason: value }),
          }))}
        />
        <Button variant="secondary" onClick={() => onStart(next)}>
          Start
        </Button>
      </div>
    </section>
  );
}
