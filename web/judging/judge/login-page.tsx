import Eye from 'lucide:eye';
import EyeOff from 'lucide:eye-off';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../contract/platform/pages.ts';
import { ApiError, isConnectionLost } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/call.ts';
import { joinClasses } from '../../lib/classes.ts';
import { useEvent } from '../../lib/event.api.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form, Input } from '../../ui/field.tsx';
import { Illustration } from '../../ui/illustration.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { useLogInJudge } from './judge.api.ts';
import { storedTrack, storeJudge } from './judge-hint.ts';

const usernameKey = 'judge:username';

/** Reads what the QR code of a sign-in sheet fills in, from the fragment, which never leaves the browser. */
function readFragment() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  return {
    username: fragment.get('username'),
    password: fragment.get('password') ?? '',
    device: fragment.get('device') ?? undefined,
  };
}

/**
 * The judges' login. Wrong credentials show no text: the fields are marked, and the note is announced again. Any other failure
 * says what happened, because the password may be right.
 */
export function Component() {
  useTitle('Judge login');
  const event = useEvent();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [sheet] = useState(readFragment);
  const [username, setUsername] = useState(
    sheet.username ?? search.get('username') ?? localStorage.getItem(usernameKey) ?? '',
  );
  const [password, setPassword] = useState(sheet.password);
  // A password stays neither in the address bar nor in the history.
  useEffect(() => {
    if (location.hash !== '') void navigate(location.pathname, { replace: true });
  }, [navigate]);
  const [shown, setShown] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const passwordField = useRef<HTMLInputElement>(null);
  const logIn = useLogInJudge({
    onSuccess: ({ judge }) => {
      localStorage.setItem(usernameKey, judge.username);
      storeJudge(judge);
      queryClient.removeQueries({ queryKey: ['judging'] });
      // A judge with nothing to choose skips the page.
      if (judge.track) storedTrack.set(judge.track);
      void navigate(judge.track || judge.prize ? paths.scoring : paths.trackSelect, { replace: true });
    },
    onError: (error) => {
      if (!isRefused(error)) return;
      setRefusals((count) => count + 1);
      passwordField.current?.focus();
      passwordField.current?.select();
    },
  });
  const refused = isRefused(logIn.error);
  const submit = () => {
    logIn.mutate({ username: username.trim().toLowerCase(), password, device: sheet.device });
  };
  const described = { 'aria-describedby': 'judge-note', 'aria-invalid': refused || undefined };
  return (
    <div className="mx-auto grid max-w-md items-center gap-16 py-4 sm:py-10 lg:max-w-5xl lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:py-16">
      <div className={joinClasses('grid gap-6', refused && 'motion-safe:animate-shake')}>
        <h1 className="text-3xl">Judge login</h1>
        <Form onSubmit={submit} className="grid gap-5">
          <Field label="Username">
            <Input
              {...described}
              required
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              value={username}
              onValueChange={setUsername}
            />
          </Field>
          <Field label="Password">
            <div className="relative">
              <Input
                {...described}
                ref={passwordField}
                value={password}
                required
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                autoCapitalize="none"
                spellCheck={false}
                className="pr-12"
                onValueChange={setPassword}
              />
              <button
                type="button"
                aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
                className="absolute top-0 right-0 grid size-11 place-items-center"
                onClick={() => setShown(!shown)}
              >
                {shown ? <EyeOff size={20} /> : <Eye size={20} />}
              </button>
            </div>
          </Field>
          {logIn.isError && !refused && <ErrorBox message={describeFailure(logIn.error)} />}
          <Button type="submit" busy={logIn.isPending}>
            {logIn.isPending ? 'Logging in...' : 'Login'}
          </Button>
        </Form>
        <p key={refusals} id="judge-note" role="status" className="text-muted">
          No account? Please{' '}
          <a className="link" href={event?.links.contact}>
            contact the team
          </a>{' '}
          for one.
        </p>
      </div>
      <Illustration scene="demo" className="max-lg:hidden" />
    </div>
  );
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401;

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 429)
    return 'Too many attempts right now. Wait 10 seconds, then try again.';
  return isConnectionLost(error)
    ? 'The site cannot be reached. Check your connection, then try again.'
    : 'Something went wrong on our side. Try again in a moment.';
}
