import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '../../../contract/platform/format.ts';
import { formatWhen } from '../../../contract/platform/format-when.ts';
import type { ApplicantProps } from '../../dashboard/applicant-props.ts';
import { useLive } from '../../lib/live.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Form, Select } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { thingsQuery, useCancelReservation, useReserveThing } from './lending.api.ts';

export default function LendingCard({ event }: ApplicantProps) {
  const { data, isError, refetch } = useQuery(thingsQuery);
  useLive('me', () => void refetch());
  const now = useNow();
  const [chosen, setChosen] = useState('');
  const reserve = useReserveThing();
  const cancel = useCancelReservation();
  const own = data?.filter(({ isMine }) => isMine) ?? [];
  const free = data?.filter(({ state }) => state === 'free') ?? [];
  // Things of the same name are interchangeable.
  const kinds = Map.groupBy(free, ({ name }) => name);
  const first = kinds.get(chosen)?.[0];
  return (
    <Card title="Borrow something" folds={own.length > 0 ? 'open' : 'closed'} contentClass="grid gap-4">
      {isError && <ErrorBox message="What can be borrowed could not be loaded." onRetry={refetch} />}
      <ul aria-label="Yours" className="grid gap-3 empty:hidden">
        {own.map(({ number, name, photo, state, until = '' }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            {photo && <img src={photo} alt="" className="size-14 rounded-md object-cover" />}
            <p className="min-w-0 flex-1">
              <strong className="block wrap-anywhere">
                {name} {number}
              </strong>
              <span className="text-muted">
                {state === 'reserved'
                  ? `Held for you until ${formatTime(until, event)}. Show your pass at the lending desk.`
                  : Date.parse(until) < now
                    ? `Please bring it back: it was due at ${formatWhen(until, event)}.`
                    : `Bring it back by ${formatTime(until, event)}.`}
              </span>
            </p>
            {state === 'reserved' && (
              <Button
                variant="ghost"
                busy={cancel.isPending}
                onClick={() => cancel.mutate({ params: { number } })}
              >
                Cancel
              </Button>
            )}
          </li>
        ))}
      </ul>
      {own.some(({ state }) => state === 'reserved') ? null : kinds.size > 0 ? (
        <Form
          className="flex flex-wrap items-end gap-3"
          onSubmit={() => first && reserve.mutate({ params: first })}
        >
          {first?.photo && <img src={first.photo} alt="" className="h-40 w-full rounded-md object-contain" />}
          <Field
            label="Reserve"
            hint={`For ${event.lending?.hours} h at most.`}
            className="min-w-0 flex-1 basis-48"
          >
            <Select
              required
              placeholder="Choose"
              value={first ? chosen : ''}
              options={[...kinds].map(([name, same]) => ({
                value: name,
                label: `${name} (${same.length})`,
              }))}
              onValueChange={setChosen}
            />
          </Field>
          <Button type="submit" variant="secondary" busy={reserve.isPending}>
            Reserve
          </Button>
        </Form>
      ) : (
        data && <p className="text-muted">Everything is on loan or reserved. Check back later.</p>
      )}
    </Card>
  );
}
