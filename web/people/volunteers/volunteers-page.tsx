import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Volunteer } from '../../../contract/people/volunteers.ts';
import { PersonRow } from '../../event-day/check-in-overview/person-row.tsx';
import { WorkPage } from '../../layout/work-page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VolunteerSearch } from './volunteer-search.tsx';
import { useRemoveVolunteer, volunteersQuery } from './volunteers.api.ts';

/** The volunteers, for organizers: adding and removing them. */
export function Component() {
  return (
    <WorkPage
      title="Volunteers"
      note="A volunteer can use check-in on their own phone, and undo their last check-in for a minute. Nothing else: no applications, no teams."
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <VolunteerSearch />
        <VolunteerList />
      </div>
    </WorkPage>
  );
}

function VolunteerList() {
  const { data, isPending, isError, refetch } = useQuery(volunteersQuery);
  const [removing, setRemoving] = useState<Volunteer>();
  const remove = useRemoveVolunteer({ onSettled: () => setRemoving(undefined) });
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
          <PersonRow key={volunteer._id} name={volunteer.name} email={volunteer.email ?? ''}>
            <Button
              variant="ghost"
              aria-label={`Remove ${volunteer.name || volunteer.email}`}
              onClick={() => setRemoving(volunteer)}
            >
              Remove
            </Button>
          </PersonRow>
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== undefined}
        title={`Remove ${removing?.name || removing?.email || ''}?`}
        body="They are signed out on every device and can no longer use check-in."
        confirmLabel="Remove volunteer"
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
