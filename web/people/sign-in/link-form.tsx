import { type FormEvent, useState } from 'react';
import { problems } from '../../../contract/errors.ts';
import type { User } from '../../../contract/people/users.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useEvent } from '../../lib/event.api.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { EmailInput } from './email-input.tsx';
import type { PrintedLink } from './printed-link.ts';
import { findFieldProblem, useRedeemSignInLink } from './sign-in.api.ts';

interface LinkFormProps {
  link: PrintedLink;
  user: User | null;
  onSignedIn: (user: User) => void;
  /** The person wants to sign in in another way. */
  onOther: () => void;
}

/** Redeems a printed link with a button, because opening it alone must not use it up. */
export function LinkForm({ link, user, onSignedIn, onOther }: LinkFormProps) {
  const event = useEvent();
  const isOrganizerLink = link.kind === 'organiser';
  const asksAddress = isOrganizerLink && !user;
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);
  const redeemSignInLink = useRedeemSignInLink();
  const submit = (form: FormEvent) => {
    form.preventDefault();
    const nothing = asksAddress && email.trim() === '';
    setMissing(nothing);
    if (nothing) return;
    redeemSignInLink.mutate(
      { token: link.token, ...(asksAddress && { email: email.trim() }) },
      { onSuccess: ({ user: signedIn }) => onSignedIn(signedIn) },
    );
  };
  const { error } = redeemSignInLink;
  const problem = findFieldProblem(error, 'email', 'The link could not be used. Please try again.');
  const aboutAddress = error instanceof ApiError && error.fields.email !== undefined;
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-3xl">{isOrganizerLink ? 'Become the organizer' : 'Sign in'}</h1>
        <p className="text-muted">
          {isOrganizerLink
            ? `This link makes you the first organizer of ${event?.name ?? 'this event'}. It works once.`
            : 'This link signs you in. It works once.'}
        </p>
        {isOrganizerLink && user && (
          <p>
            You are signed in as{' '}
            <strong className="inline-block max-w-full wrap-anywhere">{user.email || user.name}</strong>.
          </p>
        )}
      </div>
      {problem && !aboutAddress && <ErrorBox message={problem} />}
      <form noValidate onSubmit={submit} className="grid gap-5">
        {asksAddress && (
          <Field
            label="Your email"
            hint="You sign in with it from now on. Check it twice: whoever reads its email is the organizer."
            error={missing ? problems.email_needed.message : aboutAddress ? problem : undefined}
          >
            <EmailInput value={email} onChange={setEmail} />
          </Field>
        )}
        <Button type="submit" busy={redeemSignInLink.isPending}>
          {isOrganizerLink ? 'Become the organizer' : 'Sign in'}
        </Button>
      </form>
      <Button variant="ghost" className="-ml-5 justify-self-start" onClick={onOther}>
        Sign in another way
      </Button>
    </>
  );
}
