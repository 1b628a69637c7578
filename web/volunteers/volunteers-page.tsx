import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Volunteer } from '../../contract/volunteers.ts';
import { PersonRow } from '../check-in-overview/person-row.tsx';
import { CheckInNav } from '../layout/check-in-nav.tsx';
import { getErrorMessage } from '../lib/api-error.ts';
import { useTitle } from '../lib/title.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { notify } from '../ui/notify.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { VolunteerSearch } from './volunteer-search.tsx';
import { removeVolunteerAndRefresh, volunteersQuery } from './volunteers.api.ts';

/** Who helps at the door, for organisers: whom to ask, and who does. */
export function Component() {
  useTitle('Volunteers');
  return (
    <div className="grid grid-cols-1 gap-5">
      <CheckInNav />
      <div>
        <h1 tabIndex={-1} className="text-2xl sm:text-3xl">
          Volunteers
        </h1>
        <p className="mt-2 max-w-prose text-muted">
          A volunteer opens the station on their own phone and nothing else: no applications, no teams, no
          undo.
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <VolunteerSearch />
        <VolunteerList />
      </div>
    </div>
  );
}

function VolunteerList() {
  const { data, isPending, isError, refetch } = useQuery(volunteersQuery);
  const [leaving, setLeaving] = useState<Volunteer>();
  const remove = useMutation({
    mutationFn: ({ _id }: Volunteer) => removeVolunteerAndRefresh(_id),
    onSuccess: (_done, { name, email }) =>
      void notify.success(`${name || email} can no longer open the station.`),
    onError: (error) =>
      void notify.error(getErrorMessage(error, 'This could not be done. Please try again.')),
    onSettled: () => setLeaving(undefined),
  });
  return (
    <Card
      title="At the door"
      aside={data && data.length > 0 && <Badge className="tabular">{data.length}</Badge>}
    >
      {isError && <ErrorBox message="The volunteers could not be loaded." onRetry={() => void refetch()} />}
      {isPending && <Skeleton text="Loading volunteers..." />}
      {data?.length === 0 && <EmptyState text="Nobody helps at the door yet." scene="doors" />}
      <ul className="divide-y divide-hairline" hidden={!data || data.length === 0}>
        {data?.map((volunteer) => (
          <PersonRow key={volunteer._id} name={volunteer.name} email={volunteer.email ?? ''}>
            <Button
              variant="ghost"
              aria-label={`Remove ${volunteer.name || volunteer.email}`}
              onClick={() => setLeaving(volunteer)}
            >
              Remove
            </Button>
          </PersonRow>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        title={`Remove ${leaving?.name || leaving?.email || ''}?`}
        body="They are signed out at once, on every device, and the station is closed to them."
        confirmLabel="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onCancel={() => setLeaving(undefined)}
      />
    </Card>
  );
}
