import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people/users.ts';
import { ApiError, getErrorMessage } from '../../lib/api-error.ts';
import { joinClasses } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form, focusField, useFieldControl } from '../../ui/field.tsx';
import { signInOptionsQuery, useStartEmailSignIn, useVerifyEmailSignIn } from './sign-in.api.ts';

const { digits, tries, lifetime, resendAfter, perBrowser } = limits.signInCode;
const places = Array.from({ length: digits }, (_, place) => place);

interface CodeInputProps {
  value: string;
  onChange: (value: string) => void;
  /** The code is being verified: the input is read-only and stays focused. */
  busy: boolean;
}

/** Six drawn boxes over one real input, so that pasting, autofill and screen readers work. */
function CodeInput({ value, onChange, busy }: CodeInputProps) {
  const control = useFieldControl();
  const wrong = control['aria-invalid'];
  return (
    <div className="relative">
      <input
        {...control}
        ref={focusField}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={value}
        readOnly={busy}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, digits))}
        className="peer absolute inset-0 w-full cursor-text rounded-sm text-transparent caret-transparent  outline-none selection:bg-transparent"
      />
      <div
        aria-hidden="true"
        className="pointer-events-none grid grid-cols-6 gap-2 rounded-sm peer-focus-visible:[&>[data-next]]:outline-3 peer-focus-visible:[&>[data-next]]:outline-primary"
      >
        {places.map((place) => (
          <span
            key={place}
            data-next={place === Math.min(value.length, digits - 1) || undefined}
            className={joinClasses(
              'grid h-14 place-items-center rounded-sm border-2 bg-surface font-mono text-xl',
              wrong ? 'border-danger' : place < value.length ? 'border-edge' : 'border-border',
            )}
          >
            {value[place]}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Returns the seconds until another code can be sent, and a function that restarts the wait. */
function useWait(since: number): [left: number, restart: () => void] {
  const [left, setLeft] = useState(() => Math.max(0, Math.ceil((since + resendAfter - Date.now()) / 1000)));
  useEffect(() => {
    if (left === 0) return;
    const tick = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(tick);
  }, [left]);
  return [left, () => setLeft(resendAfter / 1000)];
}

interface CodeFormProps {
  email: string;
  /** When the code was sent, in milliseconds. */
  sentAt: number;
  /** Whether the code also confirms the address of the account at the provider. */
  withProvider: boolean;
  onSignedIn: (user: User) => void;
  /** The person wants to use another address. */
  onOther: () => void;
}

/** The code being typed, sent as soon as all digits are there, and what asks for another one. */
function useCode({ email, sentAt, withProvider, onSignedIn }: Omit<CodeFormProps, 'onOther'>) {
  const [code, setCode] = useState('');
  const [wrongTries, setWrongTries] = useState(0);
  const [left, restart] = useWait(sentAt);
  const { mutate, isPending, error, reset } = useVerifyEmailSignIn();
  const startEmailSignIn = useStartEmailSignIn();
  const verify = (typed: string) => {
    if (typed.length < digits || isPending) return;
    const onError = (error: Error) => {
      setCode('');
      if (error instanceof ApiError && error.status === 400) setWrongTries((before) => before + 1);
    };
    mutate(
      { email, code: typed, ...(withProvider && { withProvider }) },
      { onSuccess: ({ user }) => onSignedIn(user), onError },
    );
  };
  const type = (typed: string) => {
    setCode(typed);
    verify(typed);
  };
  const onResent = () => {
    restart();
    setWrongTries(0);
    reset();
  };
  const problem =
    wrongTries >= tries
      ? 'Too many tries with this code. Send a new code.'
      : getErrorMessage(error, 'That did not work. Please try again.');
  return {
    code,
    type,
    isPending,
    left,
    wrong: error && code === '' ? problem : undefined,
    submit: () => verify(code),
    resent: startEmailSignIn,
    resend: () => startEmailSignIn.mutate(email, { onSuccess: onResent }),
  };
}

export function CodeForm({ onOther, ...sent }: CodeFormProps) {
  const { data: options } = useQuery(signInOptionsQuery);
  const { code, type, submit, isPending, wrong, left, resend, resent } = useCode(sent);
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-3xl">Type the code</h1>
        <p role="status" className="text-muted">
          {resent.isSuccess ? 'A new code is on its way to ' : 'It is on its way to '}
          <strong className="inline-block max-w-full wrap-anywhere text-text">{sent.email}</strong> and works
          for {lifetime / 60_000} minutes.
        </p>
      </div>
      <Form noValidate onSubmit={submit} className="grid gap-5">
        <Field
          label="Code from the email"
          hint={
            options?.mailIsDelivered &&
            `Not there? Check your spam folder. You can ask for ${perBrowser[0].max} emails in ${perBrowser[0].within / 60_000} minutes.`
          }
          error={wrong}
        >
          <CodeInput value={code} onChange={type} busy={isPending} />
        </Field>
        <p role="alert" className="sr-only">
          {wrong}
        </p>
        <Button type="submit" busy={isPending} className={code.length < digits ? 'invisible' : undefined}>
          Sign in
        </Button>
      </Form>
      {options && !options.mailIsDelivered && (
        <p className="rounded-md bg-surface-2 p-4 text-sm">
          <strong>Where is my code?</strong> This site does not send real email yet. Its operator finds the
          code in the program’s log, and the email in the folder{' '}
          <code className="font-mono text-xs">outbox</code> of its data.
        </p>
      )}
      <div className="-ml-5 grid justify-items-start">
        <Button variant="ghost" disabled={left > 0} busy={resent.isPending} onClick={resend}>
          {left > 0 ? (
            <>
              Send a new code in{' '}
              <span className="font-mono text-sm tabular">0:{String(left).padStart(2, '0')}</span>
            </>
          ) : (
            'Send a new code'
          )}
        </Button>
        {resent.error && (
          <p role="alert" className="px-5 pb-2 text-sm text-danger">
            {getErrorMessage(resent.error, 'The code could not be sent. Please try again.')}
          </p>
        )}
        <Button variant="ghost" onClick={onOther}>
          Use another address
        </Button>
      </div>
    </>
  );
}
