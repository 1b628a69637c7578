import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Application, updateAttendance } from '../../contract/applications.ts';
import type { User } from '../../contract/users.ts';
import { getErrorMessage } from '../lib/api-error.ts';
import { applicationQuery, patchApplication } from '../lib/application.api.ts';
import { call } from '../lib/call.ts';
import { setSessionUser } from '../lib/session.api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { notify } from '../ui/notify.tsx';

/** "Will you come?": yes makes the pass a priority pass, no takes it back, until the door. */
export function AttendanceCard({ user, application }: { user: User; application: Application }) {
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: (attending: boolean) => call(updateAttendance, { body: { attending } }),
    onMutate: (attending) => {
      patchApplication(user._id, { attendanceConfirmed: attending });
      return application.attendanceConfirmed;
    },
    onSuccess: ({ attendanceConfirmed }) => setSessionUser({ ...user, attendanceConfirmed }),
    onError: (error, _attending, before) => {
      patchApplication(user._id, { attendanceConfirmed: before ?? false });
      notify.error(getErrorMessage(error, 'Your answer could not be saved'));
      void client.invalidateQueries({ queryKey: applicationQuery(user).queryKey });
    },
  });
  const coming = application.attendanceConfirmed;
  const declined = answer.variables === false && !coming;

  return (
    <Card title="Will you come?">
      <p className="mb-4 text-muted" role="status">
        {coming
          ? 'Good. Your pass now has priority at the door.'
          : declined
            ? 'Thank you for telling us. You can change your mind until you are checked in.'
            : 'Say yes and your pass gets you in with priority.'}
      </p>
      <div className="flex gap-3">
        <Button
          variant={coming ? 'primary' : 'secondary'}
          aria-pressed={coming}
          className="flex-1"
          onClick={() => answer.mutate(true)}
        >
          Yes
        </Button>
        <Button
          variant={declined ? 'primary' : 'secondary'}
          aria-pressed={declined}
          className="flex-1"
          onClick={() => answer.mutate(false)}
        >
          No
        </Button>
      </div>
    </Card>
  );
}
