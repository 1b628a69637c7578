import Check from 'lucide:check';
import { useRef, useState } from 'react';
import type { Application } from '../../contract/apply/applications.ts';
import { afterRender } from '../lib/after-render.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { ask } from '../ui/ask.tsx';
import { Button } from '../ui/button.tsx';
import { useUpdateAttendance } from './dashboard.api.ts';
import { isGuardianMissing } from './guardian.ts';
import { NextPanel } from './next-panel.tsx';

// Few events limit their places.
const PlaceNote = lazyPart(() => import('./place-note.tsx'));

interface AttendanceCardProps {
  application: Application;
  /** The program has ended. */
  isOver: boolean;
}

/** "Will you come?": yes makes the pass a priority pass, until check-in. After yes it is one line with a way to change the answer. */
export function AttendanceCard({ application, isOver }: AttendanceCardProps) {
  const updateAttendance = useUpdateAttendance();
  const [isChanging, setChanging] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const coming = application.attendanceConfirmed;
  const declined = application.attendanceDeclined === true;
  const isLine = coming && !isChanging;
  // The pressed button goes, and would take the focus with it.
  const show = (change: boolean) => {
    setChanging(change);
    afterRender(() => actions.current?.querySelector('button')?.focus());
  };
  const ifAgreed = isGuardianMissing(application) ? ', if your parent or guardian says yes' : '';
  const { place } = application;
  // With limited places, no gives one to somebody else.
  const givesPlace = place?.state === 'offered' || place?.state === 'confirmed';
  const answer = (attending: boolean) => {
    updateAttendance.mutate(attending);
    if (attending) show(false);
  };
  const giveAway = () => {
    const question = {
      title: 'Give your place away?',
      body: 'It goes to somebody else. If you change your mind, you get one only if it is free.',
      confirmLabel: 'Give it away',
      danger: true,
    };
    void ask(question).then((isConfirmed) => isConfirmed && answer(false));
  };
  const answers = [
    { label: 'Yes', attending: true, pressed: coming || place?.state === 'waiting' },
    { label: 'No', attending: false, pressed: declined },
  ];

  return (
    <NextPanel
      title="Will you come?"
      isLine={isLine}
      action={
        <div ref={actions} className="contents">
          {isLine ? (
            <>
              <span aria-hidden="true">·</span>
              <button type="button" className="link min-h-11" onClick={() => show(true)}>
                change<span className="sr-only"> your answer</span>
              </button>
            </>
          ) : (
            answers.map(({ label, attending, pressed }) => (
              <Button
                key={label}
                variant={pressed || (attending && !declined) ? 'primary' : 'secondary'}
                aria-pressed={pressed}
                className="min-h-13 flex-1 text-lg"
                onClick={() => (givesPlace && !attending ? giveAway() : answer(attending))}
              >
                {pressed && <Check strokeWidth={2.5} />}
                {label}
              </Button>
            ))
          )}
        </div>
      }
    >
      <p role="status" className={isLine ? 'py-2 font-semibold' : undefined}>
        {isLine ? (
          `You ${isOver ? 'said that you would come' : `are coming${ifAgreed}`}`
        ) : place && !coming && !isOver ? (
          <PlaceNote place={place} />
        ) : declined ? (
          'Thank you for telling us. You can change your mind until you are checked in.'
        ) : isOver ? (
          'The program has ended. If you are still going to be checked in, say yes.'
        ) : (
          `Say yes and your pass gets you in with priority${ifAgreed}.`
        )}
      </p>
    </NextPanel>
  );
}
