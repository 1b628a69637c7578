import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { type WaitlistOrder, waitlistOrders } from '../../../../contract/apply/places.ts';
import { formatDateTime, formatNumber } from '../../../../contract/platform/format.ts';
import { joinClasses } from '../../../lib/classes.ts';
import { useEvent } from '../../../lib/event.api.ts';
import { formatName } from '../../../lib/format-name.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useMoveOnWaitlist, useUpdateWaitlistOrder, waitlistQuery } from './places.api.ts';

const orderNames: Record<WaitlistOrder, string> = {
  date: 'Longest waiting',
  rating: 'Highest rated',
  hand: 'First in manual order',
};

/** Who waits for a place: the order, and each person with the buttons that move them; rows can be dragged as well. */
export function WaitlistDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const event = useEvent();
  const { data } = useQuery({ ...waitlistQuery, enabled: open });
  const order = useUpdateWaitlistOrder();
  const { mutate: move } = useMoveOnWaitlist();
  const [dragged, setDragged] = useState<string>();
  const people = data?.people ?? [];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Waitlist"
      description="A free place is offered to the first person at once. Rows you move stay in place."
    >
      <Field label="Offer the next place to">
        <Select
          value={data?.order ?? 'date'}
          options={waitlistOrders.map((value) => ({ value, label: orderNames[value] }))}
          onChange={({ target }) => order.mutate(target.value as WaitlistOrder)}
        />
      </Field>
      {people.length === 0 ? (
        <p role="status">{data ? 'Nobody waits for a place.' : 'Loading the waitlist...'}</p>
      ) : (
        <ol aria-label="Waitlist" className="divide-y divide-hairline rounded-md border border-hairline">
          {people.map(({ _id, name, since, rating }, index) => {
            const shownName = formatName(name);
            return (
              <li
                key={_id}
                draggable
                onDragStart={() => setDragged(_id)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(over) => over.preventDefault()}
                onDrop={() => dragged && move({ id: dragged, position: index + 1 })}
                className={joinClasses(
                  'flex items-center gap-3 py-1 pr-1 pl-3',
                  dragged === _id && 'bg-surface-2',
                )}
              >
                <span className="tabular w-8 shrink-0 font-mono text-sm text-muted">{index + 1}</span>
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold break-words">{shownName}</span>
                  <span className="block text-sm text-muted">
                    since {formatDateTime(since, event)}
                    {rating !== null && `, rated ${formatNumber(Math.round(rating * 10) / 10, event)}`}
                  </span>
                </span>
                <MoveButton
                  label={`Move ${shownName} up`}
                  atEnd={index === 0}
                  onMove={() => move({ id: _id, position: index })}
                >
                  <ArrowUp size={20} />
                </MoveButton>
                <MoveButton
                  label={`Move ${shownName} down`}
                  atEnd={index === people.length - 1}
                  onMove={() => move({ id: _id, position: index + 2 })}
                >
                  <ArrowDown size={20} />
                </MoveButton>
              </li>
            );
          })}
        </ol>
      )}
    </Dialog>
  );
}

interface MoveButtonProps {
  label: string;
  /** It cannot move further. The button stays, so that it keeps the focus. */
  atEnd: boolean;
  onMove: () => void;
  children: React.ReactNode;
}

function MoveButton({ label, atEnd, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={atEnd}
      className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-surface-2 aria-disabled:opacity-40"
      onClick={({ currentTarget }) => {
        if (atEnd) return;
        onMove();
        // A row that moves loses the focus.
        setTimeout(() => currentTarget.focus());
      }}
    >
      {children}
    </button>
  );
}
