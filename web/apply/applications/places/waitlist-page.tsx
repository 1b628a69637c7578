import { useState } from 'react';
import { type PlaceFigures, type WaitlistOrder, waitlistOrders } from '../../../../contract/apply/places.ts';
import { formatDateTime, formatNumber } from '../../../../contract/platform/format.ts';
import { WorkPage } from '../../../layout/work-page.tsx';
import { joinClasses } from '../../../lib/classes.ts';
import { useEvent } from '../../../lib/event.api.ts';
import { formatName } from '../../../lib/format-name.ts';
import { useLive } from '../../../lib/live.ts';
import { useLiveQuery } from '../../../lib/use-live-query.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { MoveButtons } from '../../../ui/move-buttons.tsx';
import { EmptyState, ErrorBox, Skeleton } from '../../../ui/page-states.tsx';
import { placeFiguresQuery, useMoveOnWaitlist, useUpdateWaitlistOrder, waitlistQuery } from './places.api.ts';

const orderNames: Record<WaitlistOrder, string> = {
  date: 'Longest waiting',
  rating: 'Highest rated',
  hand: 'First in manual order',
};

/** The figures of limited places, and the waitlist: its order, and the people with buttons to move them. */
export function Component() {
  const event = useEvent();
  const { data: places, refetch: refetchPlaces } = useLiveQuery(placeFiguresQuery, 'applications');
  useLive('event', () => void refetchPlaces());
  const { data, isError, refetch } = useLiveQuery(waitlistQuery, 'applications');
  const order = useUpdateWaitlistOrder();
  const { mutate: move } = useMoveOnWaitlist();
  // Rows can be dragged as well.
  const [dragged, setDragged] = useState<string>();
  const people = data?.people ?? [];
  return (
    <WorkPage
      title="Waitlist"
      figures={places && listFigures(places).map(([label, figure]) => [label, formatNumber(figure, event)])}
      note="A free place is offered to the first person at once. Rows you move stay in place."
    >
      {isError && !data && <ErrorBox message="The waitlist could not be loaded." onRetry={refetch} />}
      <Field label="Offer the next place to" className="sm:max-w-80">
        <Select
          value={data?.order ?? 'date'}
          options={waitlistOrders.map((value) => ({ value, label: orderNames[value] }))}
          onValueChange={(value) => order.mutate(value as WaitlistOrder)}
        />
      </Field>
      {people.length === 0 ? (
        !isError &&
        (data ? (
          <EmptyState text="Nobody is on the waitlist." scene="doors" />
        ) : (
          <Skeleton text="Loading the waitlist..." />
        ))
      ) : (
        <ol
          aria-label="Waitlist"
          className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
        >
          {people.map(({ _id, name, since, rating }, index) => {
            const shownName = formatName(name);
            return (
              <li
                key={_id}
                draggable
                onDragStart={({ dataTransfer }) => {
                  // WebKit drags nothing without data.
                  dataTransfer.setData('text/plain', shownName);
                  setDragged(_id);
                }}
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
                <MoveButtons
                  name={shownName}
                  onUp={index > 0 && (() => move({ id: _id, position: index }))}
                  onDown={index < people.length - 1 && (() => move({ id: _id, position: index + 2 }))}
                />
              </li>
            );
          })}
        </ol>
      )}
    </WorkPage>
  );
}

function listFigures(places: PlaceFigures): [label: string, figure: number][] {
  const { capacity, offered, yes, no, silent, free, waiting, expected } = places;
  return [
    ['Places', capacity],
    ['Offered', offered],
    ['Yes', yes],
    ['No', no],
    ['No reply', silent],
    ['Free', free],
    ['Waiting', waiting],
    ...(expected === undefined ? [] : [['Expected to come', expected] as [string, number]]),
  ];
}
