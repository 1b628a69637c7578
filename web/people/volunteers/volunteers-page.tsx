import { useState } from 'react';
import type { EventView } from '../../../contract/event/site.ts';
import type { Volunteer } from '../../../contract/people/volunteers.ts';
import { formatAgo, formatTime } from '../../../contract/platform/format.ts';
import { PersonRow } from '../../event-day/check-in-overview/person-row.tsx';
import { WorkPage } from '../../layout/work-page.tsx';
import { useEvent } from '../../lib/event.api.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ShiftCard } from './shift-card.tsx';
import { VolunteerSearch } from './volunteer-search.tsx';
import { useEndShifts, useRemoveVolunteer, volunteersQuery } from './volunteers.api.ts';

/** The volunteers, for organizers: adding and removing them. */
export function Component() {
  return (
    <WorkPage
      title="Volunteers"
      note="A volunteer can use check-in on their own phone, and undo their last check-in for a minute. Nothing else: no applications, no teams."
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <ShiftCard />
          <VolunteerSearch />
        </div>
        <VolunteerList />
      </div>
    </WorkPage>
  );
}

/** Says where and how long somebody helps, and when they last checked somebody in. */
function describeWork({ shift, lastScanAt }: Volunteer, event: EventView | undefined): string {
  const place = event?.checkpoints.find(({ id }) => id === shift?.checkpoint)?.name ?? shift?.checkpoint;
  const facts = [
    shift && `${place}, ${formatTime(shift.since, event)} to ${formatTime(shift.until, event)}`,
    lastScanAt ? `last scan ${formatAgo(lastScanAt, event)}` : 'no scan yet',
  ];
  return facts.filter(Boolean).join(' · ');
}

function VolunteerList() {
  const event = useEvent();
  const { data, isPending, isError, refetch } = useLiveQuery(volunteersQuery, 'check-in-overview');
  const [removing, setRemoving] = useState<Volunteer>();
  const [isEndingAll, setEndingAll] = useState(false);
  const remove = useRemoveVolunteer({ onSettled: () => setRemoving(undefined) });
  const endAll = useEndShifts({ onSettled: () => setEndingAll(false) });
  const shifts = data?.filter(({ shift }) => shift).length ?? 0;
  return (
    <Card
      title="Current volunteers"
      aside={data && data.length > 0 && <Badge className="tabular">{data.length}</Badge>}
    >
      {isError && <ErrorBox message="The volunteers could not be loaded." onRetry={refetch} />}
      {isPending && <Skeleton text="Loading volunteers..." />}
      {data?.length === 0 && <EmptyState text="There are no volunteers yet." scene="doors" />}
      <ul className="divide-y divide-hairline" hidden={!data || data.length === 0}>
        {data?.map((volunteer) => (
          <PersonRow
            key={volunteer._id}
            name={volunteer.name}
            email={volunteer.email ?? ''}
            note={describeWork(volunteer, event)}
          >
            <Button
              variant="ghost"
              aria-label={`${volunteer.shift ? 'End the shift of' : 'Remove'} ${volunteer.name || volunteer.email}`}
              onClick={() => setRemoving(volunteer)}
            >
              {volunteer.shift ? 'End shift' : 'Remove'}
            </Button>
          </PersonRow>
        ))}
      </ul>
      {shifts > 1 && (
        <Button variant="secondary" className="mt-3" onClick={() => setEndingAll(true)}>
          End all {shifts} shifts
        </Button>
      )}
      <ConfirmDialog
        open={isEndingAll}
        title={`End all ${shifts} shifts?`}
        body="These volunteers are signed out at once. Invited volunteers stay. What waits on a phone without a network is sent when its volunteer scans a code again."
        confirmLabel="End all shifts"
        danger
        busy={endAll.isPending}
        onConfirm={() => endAll.mutate()}
        onCancel={() => setEndingAll(false)}
        returnFocus={() => (endAll.isIdle ? null : document.querySelector<HTMLElement>('main h1'))}
      />
      <ConfirmDialog
        open={removing !== undefined}
        title={`${removing?.shift ? 'End the shift of' : 'Remove'} ${removing?.name || removing?.email || ''}?`}
        body="They are signed out on every device and can no longer use check-in."
        confirmLabel={removing?.shift ? 'End shift' : 'Remove volunteer'}
        danger
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing)}
        onCancel={() => {
          remove.reset();
          setRemoving(undefined);
        }}
        // The row goes.
        returnFocus={() => (remove.isIdle ? null : document.querySelector<HTMLElement>('main h1'))}
      />
    </Card>
  );
}
