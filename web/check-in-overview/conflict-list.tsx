import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Conflict } from '../../contract/check-in-overview.ts';
import { formatTime } from '../../contract/format.ts';
import type { EventView } from '../../contract/site.ts';
import { texts } from '../../contract/texts.ts';
import { useEvent } from '../lib/event.api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { conflictsQuery, resolveConflictAndRefresh } from './check-in-overview.api.ts';
import type { ReasonedAction } from './reason-dialog.tsx';

interface ConflictListProps {
  checkpoints: EventView['checkpoints'];
  onDeed: (deed: ReasonedAction) => void;
}

/** People whom two stations without a network have both let in, for an organiser to settle. */
export function ConflictList({ checkpoints, onDeed }: ConflictListProps) {
  const { data, isPending, isError, refetch } = useQuery(conflictsQuery);
  return (
    <Card
      className="max-sm:p-4"
      title="Let in twice"
      aside={
        data &&
        data.length > 0 && (
          <Badge tone="rejected" className="tabular">
            {data.length}
          </Badge>
        )
      }
    >
      <div className="grid gap-4">
        {isError && <ErrorBox message="The conflicts could not be loaded." onRetry={() => void refetch()} />}
        {isPending && <Skeleton text="Loading conflicts..." />}
        {data?.length === 0 && (
          <p className="text-muted">
            Nobody. When two stations without a network let the same person in, it is settled here.
          </p>
        )}
        {data && data.length > 0 && (
          <ul className="grid gap-4">
            {data.map((conflict) => (
              <ConflictItem
                key={conflict._id}
                conflict={conflict}
                place={checkpoints.find(({ id }) => id === conflict.checkpoint)?.name ?? conflict.checkpoint}
                onDeed={onDeed}
              />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

interface ConflictItemProps {
  conflict: Conflict;
  place: string;
  onDeed: (deed: ReasonedAction) => void;
}

function ConflictItem({ conflict, place, onDeed }: ConflictItemProps) {
  const { _id, person, first } = conflict;
  const name = person.name || texts.admin.noName;
  const ask = (keep: 'first' | 'second', confirmLabel: string, description: string) =>
    onDeed({
      title: `${confirmLabel}: ${name}`,
      description,
      confirmLabel,
      failed: 'This could not be settled. Please try again.',
      act: (reason) => resolveConflictAndRefresh(_id, keep, reason),
    });
  return (
    <li className="grid gap-3 rounded-md border-2 border-border p-3 sm:p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-lg font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{place}</p>
      </div>
      <dl className="grid gap-3 sm:grid-cols-2">
        {first ? (
          <Side label="First" at={first.at} by={first.by} />
        ) : (
          <div>
            <dt className="text-sm text-muted">First</dt>
            <dd>was taken back</dd>
          </div>
        )}
        <Side label="Second" at={conflict.at} by={conflict.by} />
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          className="flex-1 px-3"
          onClick={() =>
            first
              ? ask('first', 'Keep the first', 'The second check-in is taken back. The person stays in.')
              : ask('first', 'Discard', 'The second check-in is taken back too. The person is not in.')
          }
        >
          {first ? 'Keep the first' : 'Discard'}
        </Button>
        <Button
          variant="secondary"
          className="flex-1 px-3"
          onClick={() =>
            ask(
              'second',
              'Keep the second',
              first
                ? 'The first check-in is taken back. The person stays in, from the second time on.'
                : 'The person is in, from the second time on.',
            )
          }
        >
          Keep the second
        </Button>
      </div>
    </li>
  );
}

function Side({ label, at, by }: { label: ReactNode; at: string; by: string | null }) {
  const event = useEvent();
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">
        <time dateTime={at} className="tabular font-semibold">
          {formatTime(at, event)}
        </time>{' '}
        by {by || 'somebody who has left'}
      </dd>
    </div>
  );
}
