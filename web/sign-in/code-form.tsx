import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import type { User } from '../../contract/users.ts';
import { ApiError, getErrorMessage } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { CodeInput } from './code-input.tsx';
import { signInOptionsQuery, useStartEmailSignIn, useVerifyEmailSignIn } from './sign-in.api.ts';

const { digits, tries, lifetime, resendAfter, mails } = limits.signInCode;

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
  onSignedIn: (user: User) => void;
  /** The person wants to use another address. */
  onOther: () => void;
}

/** The second step: the code from the email, sent as soon as all digits are there. */
export function CodeForm({ email, sentAt, onSignedIn, onOther }: CodeFormProps) {
  const { data: options } = useQuery(signInOptionsQuery);
  const [code, setCode] = useState('');
  const [wrongTries, setWrongTries] = useState(0);
  const [left, restart] = useWait(sentAt);
  const verifyEmailSignIn = useVerifyEmailSignIn();
  const startEmailSignIn = useStartEmailSignIn();
  const verify = (typed: string) =>
    verifyEmailSignIn.mutate(
      { email, code: typed },
      {
        onSuccess: ({ user }) => onSignedIn(user),
        onError: (error) => {
          setCode('');
          if (error instanceof ApiError && error.status === 400) setWrongTries((before) => before + 1);
        },
      },
    );
  const resend = () =>
    startEmailSignIn.mutate(email, {
      onSuccess: () => {
        restart();
        setWrongTries(0);
        verifyEmailSignIn.reset();
      },
    });
  const type = (typed: string) => {
    setCode(typed);
    if (typed.length === digits && !verifyEmailSignIn.isPending) verify(typed);
  };
  const submit = (form: FormEvent) => {
    form.preventDefault();
    if (code.length === digits) verify(code);
  };
  const spent = wrongTries >= tries;
  const problem = spent
    ? 'Too many tries with this code. Send a new code.'
    : getErrorMessage(verifyEmailSignIn.error, 'That did not work. Please try again.');
  const wrong = verifyEmailSignIn.error && code === '' ? problem : undefined;
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-3xl">Type the code</h1>
        <p role="status" className="text-muted">
          {startEmailSignIn.isSuccess ? 'A new code is on its way to ' : 'It is on its way to '}
          <strong className="inline-block max-w-full wrap-anywhere text-text">{email}</strong> and works for{' '}
          {lifetime / 60_000} minutes.
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field
          label="Code from the email"
          hint={
            options?.mailIsDelivered &&
            `Not there? Check your spam folder. An address gets at most ${mails[0].max} emails in ${mails[0].within / 60_000} minutes.`
          }
          error={wrong}
        >
          <CodeInput value={code} onChange={type} busy={verifyEmailSignIn.isPending} />
        </Field>
        <p role="alert" className="sr-only">
          {wrong}
        </p>
        <Button
          type="submit"
          busy={verifyEmailSignIn.isPending}
          aria-disabled={code.length < digits || undefined}
        >
          Sign in
        </Button>
      </form>
      {options && !options.mailIsDelivered && (
        <p className="rounded-md bg-surface-2 p-4 text-sm">
          <strong>Where is my code?</strong> This site does not send real email yet. Its operator finds the
          code in the program’s log, and the email in the folder{' '}
          <code className="font-mono text-xs">outbox</code> of its data.
        </p>
      )}
      <div className="-ml-5 grid justify-items-start">
        <Button variant="ghost" disabled={left > 0} busy={startEmailSignIn.isPending} onClick={resend}>
          {left > 0 ? (
            <>
              Send a new code in{' '}
              <span className="font-mono text-sm tabular">0:{String(left).padStart(2, '0')}</span>
            </>
          ) : (
            'Send a new code'
          )}
        </Button>
        <Button variant="ghost" onClick={onOther}>
          Use another address
        </Button>
      </div>
    </>
  );
}
