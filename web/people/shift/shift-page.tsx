import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { problems } from '../../../contract/errors.ts';
import { parseShiftTerms } from '../../../contract/people/shifts.ts';
import { formatTime } from '../../../contract/platform/format.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { storeStationSettings } from '../../event-day/check-in/use-settings.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { setSessionUser, useSession } from '../../lib/session.api.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form, NameInput } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { useStartShift } from './shift.api.ts';

/** What a volunteer sees who scanned the code of a shift: one field, and then the station with the camera open. */
export function Component() {
  useTitle('Your shift');
  const navigate = useNavigate();
  const event = useEvent();
  const { user, isLoading } = useSession();
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const code = useLocation().hash.slice(1);
  const terms = parseShiftTerms(code.slice(0, code.lastIndexOf('.')));
  const start = useStartShift();
  if (isLoading || !event) return <LoadingScreen />;
  const place = event.checkpoints.find(({ id }) => id === terms?.checkpoint);
  // Volunteers and organizers with an account check people in under its name.
  const account = user && user.email !== '' && user.role !== 'hacker' ? user : undefined;
  const submit = () => {
    setMissing(!account && name.trim() === '');
    if (!account && name.trim() === '') return;
    start.mutate(
      { code, name: account?.name || name || 'Volunteer' },
      {
        onSuccess: ({ user: volunteer, station }) => {
          storeStationSettings(station);
          setSessionUser(volunteer);
          void navigate(paths.checkIn, { replace: true });
        },
      },
    );
  };
  const refused = start.error instanceof ApiError ? start.error.fields.name : undefined;
  return (
    <SignInFrame>
      <div className="grid gap-3">
        <h1 className="text-3xl">{place ? `Your shift: ${place.name}` : 'Your shift'}</h1>
        {place && terms && (
          <p className="text-muted">
            You check people in for {event.name} until {formatTime(terms.until, event)}.
          </p>
        )}
      </div>
      {place ? (
        <Form noValidate onSubmit={submit} className="grid gap-5">
          {account ? (
            <p>
              You are signed in as <strong className="wrap-anywhere">{account.name || account.email}</strong>.
            </p>
          ) : (
            <Field
              label="Your name"
              hint="Organizers see it next to everyone you check in."
              error={missing ? 'Please enter your name.' : refused}
            >
              <NameInput value={name} onValueChange={setName} />
            </Field>
          )}
          {start.errorText && !refused && <ErrorBox message={start.errorText} />}
          <Button type="submit" busy={start.isPending}>
            Open the camera
          </Button>
        </Form>
      ) : (
        <ErrorBox message={problems.shift_code_ended.message} />
      )}
    </SignInFrame>
  );
}
