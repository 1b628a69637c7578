import Check from 'lucide:check';
import type { Application } from '../../contract/apply/applications.ts';
import type { User } from '../../contract/people/users.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { Button } from '../ui/button.tsx';
import { useUpdateAttendance } from './dashboard.api.ts';
import { NextPanel } from './next-panel.tsx';

// Few events limit their places.
const PlaceNote = lazyPart(() => import('./place-note.tsx'));

interface AttendanceCardProps {
  user: User;
  application: Application;
  /** The program has ended. */
  isOver: boolean;
}

/** "Will you come?": yes makes the pass a priority pass, until check-in. */
export function AttendanceCard({ user, application, isOver }: AttendanceCardProps) {
  const updateAttendance = useUpdateAttendance(user);
  const coming = application.attendanceConfirmed;
  const declined = application.attendanceDeclined === true;
  const answers = [
    { label: 'Yes', attending: true, pressed: coming },
    { label: 'No', attending: false, pressed: declined },
  ];

  return (
    <NextPanel
      title="Will you come?"
      // Then it is one line that can be changed.
      isLine={coming}
      action={answers.map(({ label, attending, pressed }) => (
        <Button
          key={label}
          variant={!coming && (pressed || (attending && !declined)) ? 'primary' : 'secondary'}
          size={coming ? 'compact' : 'md'}
          aria-pressed={pressed}
          className={coming ? undefined : 'min-h-13 flex-1 text-lg'}
          onClick={() => updateAttendance.mutate(attending)}
        >
          {pressed && <Check strokeWidth={2.5} />}
          {label}
        </Button>
      ))}
    >
      <p role="status" className={coming ? 'font-semibold' : undefined}>
        {application.place && !coming ? (
          <PlaceNote place={application.place} />
        ) : coming ? (
          `You ${isOver ? 'said that you would come' : 'are coming'}.`
        ) : declined ? (
          'Thank you for telling us. You can change your mind until you are checked in.'
        ) : isOver ? (
          'The program has ended. If you are still going to be checked in, say yes.'
        ) : (
          'Say yes and your pass gets you in with priority.'
        )}
      </p>
    </NextPanel>
  );
}
