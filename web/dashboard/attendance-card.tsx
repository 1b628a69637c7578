import type { Application } from '../../contract/applications.ts';
import type { User } from '../../contract/users.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useUpdateAttendance } from './dashboard.api.ts';

/** "Will you come?": yes makes the pass a priority pass, until check-in. */
export function AttendanceCard({ user, application }: { user: User; application: Application }) {
  const updateAttendance = useUpdateAttendance(user);
  const coming = application.attendanceConfirmed;
  const declined = application.attendanceDeclined === true;

  return (
    <Card title="Will you come?">
      <p className="mb-4 text-muted" role="status">
        {coming
          ? 'Good. Your pass now has priority at check-in.'
          : declined
            ? 'Thank you for telling us. You can change your mind until you are checked in.'
            : 'Say yes and your pass gets you in with priority.'}
      </p>
      <div className="flex gap-3">
        <Button
          variant={coming ? 'primary' : 'secondary'}
          aria-pressed={coming}
          className="flex-1"
          onClick={() => updateAttendance.mutate(true)}
        >
          Yes
        </Button>
        <Button
          variant={declined ? 'primary' : 'secondary'}
          aria-pressed={declined}
          className="flex-1"
          onClick={() => updateAttendance.mutate(false)}
        >
          No
        </Button>
      </div>
    </Card>
  );
}
