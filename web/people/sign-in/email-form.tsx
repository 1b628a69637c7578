import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { problems } from '../../../contract/errors.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmailInput } from './email-input.tsx';
import { findFieldProblem, signInOptionsQuery, useStartEmailSignIn } from './sign-in.api.ts';

interface EmailFormProps {
  target: string;
  /** An address to correct. */
  typed?: string | undefined;
  onSent: (email: string) => void;
}

/** Returns what the page is for: somebody who registers or checks people in came for that, not for an account. */
function describeGoal(target: string, event: string) {
  if (target === paths.apply)
    return {
      heading: 'Start your application',
      explanation: 'About 5 minutes. Have your resume ready as a PDF.',
    };
  return {
    heading: 'Sign in',
    explanation:
      target === paths.checkIn
        ? 'Sign in to start checking people in.'
        : `Apply to ${event}, or see your status. Your first sign-in creates your account.`,
  };
}

/** The first step: the provider's button, if any, and the email address that gets a code. */
export function EmailForm({ target, typed = '', onSent }: EmailFormProps) {
  const { heading, explanation } = describeGoal(target, useEvent()?.name ?? 'the event');
  const { data: options } = useQuery(signInOptionsQuery);
  const [email, setEmail] = useState(typed);
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typed) input.current?.select();
  }, [typed]);
  const startEmailSignIn = useStartEmailSignIn();
  const submit = (form: FormEvent) => {
    form.preventDefault();
    const address = email.trim();
    setMissing(address === '');
    if (address === '') input.current?.focus();
    else
      startEmailSignIn.mutate(address, {
        onSuccess: () => onSent(address),
        onError: () => input.current?.focus(),
      });
  };
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-3xl">{heading}</h1>
        <p className="text-muted">{explanation}</p>
      </div>
      {options?.provider && (
        <>
          <LinkButton document href={`${paths.login}?${new URLSearchParams({ returnTo: target })}`}>
            Continue with {options.provider.name}
          </LinkButton>
          <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
            or with a code by email
          </p>
        </>
      )}
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field
          label="Email"
          hint="We send a six-digit code to it. No password needed."
          error={
            missing
              ? problems.email_needed.message
              : findFieldProblem(
                  startEmailSignIn.error,
                  'email',
                  'The code could not be sent. Please try again.',
                )
          }
        >
          <EmailInput ref={input} value={email} onChange={setEmail} />
        </Field>
        <Button
          type="submit"
          variant={options?.provider ? 'secondary' : 'primary'}
          busy={startEmailSignIn.isPending}
        >
          Send me a code
        </Button>
      </form>
    </>
  );
}
