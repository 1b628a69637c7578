import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import type { Conflict } from '../../../contract/event-day/check-in-overview.ts';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import { useEvent } from '../../lib/event.api.ts';
import { formatName } from '../../lib/format-name.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Collapsible } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Loaded } from '../../ui/page-states.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { conflictsQuery, settledConflictsQuery, useResolveConflict } from './check-in-overview.api.ts';

const ReasonDialog = lazyPart(() => import('./reason-dialog.tsx'));

/** People whom two stations without a network have both checked in, for an organizer to resolve. */
export function ConflictList({ checkpoints }: { checkpoints: EventView['checkpoints'] }) {
  const conflicts = useQuery(conflictsQuery);
  const count = conflicts.data?.length ?? 0;
  // Open even when somebody else has resolved the conflict meanwhile, to say so.
  const [open, setOpen] = useState<{ conflict: Conflict; choice: Choice }>();
  const resolve = useResolveConflict();
  const getCheckpointName = ({ checkpoint }: Conflict) =>
    checkpoints.find(({ id }) => id === checkpoint)?.name ?? checkpoint;
  return (
    <Card
      className="max-sm:p-4"
      title="Checked in twice"
      aside={
        count > 0 && (
          <Badge tone="rejected" className="tabular">
            {count}
          </Badge>
        )
      }
      contentClass="grid gap-4"
    >
      <Loaded query={conflicts} what="conflicts">
        {(data) =>
          data.length === 0 ? (
            <p className="text-muted">
              None. If two offline stations check in the same person, you resolve it here.
            </p>
          ) : (
            <ul className="grid gap-4">
              {data.map((conflict) => (
                <li key={conflict._id} className="grid gap-3 rounded-md border-2 border-border p-3 sm:p-4">
                  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <p className="text-lg font-semibold wrap-anywhere">{formatName(conflict.person.name)}</p>
                    <p className="text-sm text-muted">{getCheckpointName(conflict)}</p>
                  </div>
                  <dl className="grid gap-3 sm:grid-cols-2">
                    {conflict.first ? (
                      <Side label="First" {...conflict.first} />
                    ) : (
                      <Fact label="First">was undone</Fact>
                    )}
                    <Side label="Second" at={conflict.at} by={conflict.by} />
                  </dl>
                  <div className="flex flex-wrap gap-2">
                    {(conflict.first ? [keepFirst, keepSecond] : [discard, keepOnly]).map((choice) => (
                      <Button
                        key={choice.label}
                        variant="secondary"
                        className="flex-1 px-3"
                        onClick={() => {
                          resolve.reset();
                          setOpen({ conflict, choice });
                        }}
                      >
                        {choice.label}
                      </Button>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <SettledConflicts getCheckpointName={getCheckpointName} />
      {open && (
        <ReasonDialog
          title={`${open.choice.label}: ${formatName(open.conflict.person.name)}`}
          description={open.choice.effect}
          confirmLabel={open.choice.label}
          action={{
            ...resolve,
            mutate: (reason, then) =>
              resolve.mutate(
                { params: { id: open.conflict._id }, body: { keep: open.choice.keep, reason } },
                then,
              ),
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}

/** The conflicts that settled themselves: both passes were genuine, and the earlier scan counts. */
function SettledConflicts({ getCheckpointName }: { getCheckpointName: (conflict: Conflict) => string }) {
  const event = useEvent();
  const { data } = useQuery(settledConflictsQuery);
  if (!data || data.length === 0) return null;
  const times = ({ first, at }: Conflict) =>
    [first?.at, at].map((time) => (time ? formatWhen(time, event) : 'undone')).join(' and ');
  return (
    <Collapsible open={false} line={<span className="font-semibold">Settled themselves: {data.length}</span>}>
      <ScrollRegion label="Resolved automatically, newest first" className="max-h-[320px] overflow-y-auto">
        <ul className="divide-y divide-hairline">
          {data.map((conflict) => (
            <li key={conflict._id} className="px-1 py-2">
              <p className="font-semibold wrap-anywhere">{formatName(conflict.person.name)}</p>
              <p className="tabular text-sm text-muted">
                {getCheckpointName(conflict)}, {times(conflict)}
              </p>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </Collapsible>
  );
}

interface Choice {
  keep: 'first' | 'second';
  label: string;
  /** The effect, in a sentence or two. */
  effect: string;
}

const keepFirst: Choice = {
  keep: 'first',
  label: 'Keep the first',
  effect: 'The second check-in is undone. The person stays checked in.',
};
const keepSecond: Choice = {
  keep: 'second',
  label: 'Keep the second',
  effect: 'The first check-in is undone. The person stays checked in, from the second time on.',
};
// For a conflict whose first check-in has been undone meanwhile.
const discard: Choice = {
  keep: 'first',
  label: 'Discard',
  effect: 'The second check-in is undone too. The person is not checked in.',
};
const keepOnly: Choice = {
  ...keepSecond,
  effect: 'The person is checked in, from the second time on.',
};

function Side({ label, at, by }: { label: ReactNode; at: string; by: string | null }) {
  const event = useEvent();
  return (
    <Fact label={label}>
      <time dateTime={at} className="tabular font-semibold">
        {formatWhen(at, event)}
      </time>{' '}
      by {by || 'a former volunteer'}
    </Fact>
  );
}
