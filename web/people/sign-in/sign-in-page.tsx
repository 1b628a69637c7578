import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { problems } from '../../../contract/errors.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { limits } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people/users.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { toSafeReturnTo } from '../../../contract/platform/return-to.ts';
import { fill, texts } from '../../../contract/texts.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/call.ts';
import { eventQuery, useEvent } from '../../lib/event.api.ts';
import { canApply, describeClosed, WalkInNote } from '../../lib/registration.tsx';
import { setSessionUser, useSession } from '../../lib/session.api.ts';
import { takeSignInAddress } from '../../lib/sign-in-address.ts';
import { useTitle } from '../../lib/title.ts';
import { describeOtherFiles } from '../../lib/track-choices.ts';
import { describeInvitation } from '../../teams/seats.ts';
import { invitationQuery } from '../../teams/teams.api.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field, Form, focusField, Input } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/page-states.tsx';
import { CodeForm } from './code-form.tsx';
import {
  findFieldProblem,
  signInOptionsQuery,
  useRedeemSignInLink,
  useStartEmailSignIn,
} from './sign-in.api.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const notices: Record<string, string | undefined> = {
  invalid_link: problems.invalid_link.message,
  removed: problems.removed.message,
  sign_in_cancelled: problems.sign_in_cancelled.message,
  sign_in_unavailable: problems.sign_in_unavailable.message,
};

/** Stored with the history entry, so that a reload stays at the code and Back returns to the address. */
interface SignInState {
  /** The address that a code was sent to, and when in milliseconds. */
  email?: string;
  sentAt?: number;
  /** The address to correct. */
  typed?: string;
}

/** Sign-in: at the university's provider, with a code by email, or with a printed link. */
export function Component() {
  useTitle('Sign in');
  const { user, isLoading } = useSession();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [link, setLink] = useState(readPrintedLink);
  const location = useLocation();
  const { email, sentAt, typed } = (location.state ?? {}) as SignInState;
  // Back from the code returns to the address that it was sent to.
  const [address, setAddress] = useState(() => email ?? takeSignInAddress());
  const target = toSafeReturnTo(search.get('returnTo'));
  const event = useEvent();
  const suggested = new URLSearchParams(location.hash.slice(1)).get('confirm');

  const enter = (signedIn: User) => {
    clearPrintedLink();
    setSessionUser(signedIn);
    // Live updates need a session: the event may have changed while this page was open.
    void queryClient.invalidateQueries({ queryKey: eventQuery.queryKey });
    void navigate(link?.kind === 'organiser' ? paths.organizerHome : target, { replace: true });
  };
  const show = (state: SignInState) =>
    void navigate({ search: search.toString(), hash: location.hash }, { state });
  const dropLink = () => {
    clearPrintedLink();
    setLink(undefined);
  };

  if (isLoading) return <LoadingScreen />;
  if (link)
    return (
      <SignInFrame>
        <LinkForm link={link} user={user} onSignedIn={enter} onOther={dropLink} />
      </SignInFrame>
    );
  if (user && suggested === null) return <Navigate to={target} replace />;
  const contact = event?.links.contact.replace(/^mailto:/, '') ?? '';
  const notice = fill(notices[search.get('problem') ?? ''] ?? '', { contact });
  return (
    <SignInFrame>
      {email === undefined ? (
        <>
          {notice && <ErrorBox message={notice} />}
          <EmailForm
            key={String(suggested)}
            target={target}
            typed={typed ?? suggested ?? address}
            confirms={suggested !== null}
            onSent={(sentTo) => {
              setAddress(sentTo);
              show({ email: sentTo, sentAt: Date.now() });
            }}
          />
        </>
      ) : (
        <CodeForm
          email={email}
          sentAt={sentAt ?? 0}
          withProvider={suggested !== null}
          onSignedIn={enter}
          onOther={() => show({ typed: email })}
        />
      )}
    </SignInFrame>
  );
}

interface EmailFormProps {
  target: string;
  /** An address to correct. */
  typed: string;
  /** Whether the person has been at the provider, which did not say whose the address is. */
  confirms: boolean;
  onSent: (email: string) => void;
}

/** Returns what the page is for: somebody who registers, joins or checks people in came for that, not for an account. */
function useGoal(target: string, event: EventView | undefined, isKnown: boolean) {
  const isOpen = canApply(event);
  const [, code = ''] = target.split(/[?#]/)[0]?.split(`${paths.join}/`) ?? [];
  const { data: invitation } = useQuery(invitationQuery(code, undefined));
  const files = `Have your resume ready as a PDF${event ? describeOtherFiles(event) : ''}.`;
  if (invitation)
    return {
      heading: 'Sign in',
      explanation: `${describeInvitation(invitation)}${isOpen ? ` If you have not applied yet, it takes about 5 minutes. ${files}` : ''}`,
    };
  if (target === paths.apply && isOpen)
    return { heading: 'Start your application', explanation: `About 5 minutes. ${files}` };
  return {
    heading: 'Sign in',
    explanation:
      target === paths.checkIn
        ? 'Sign in to start checking people in.'
        : isOpen
          ? `Apply to ${event?.name ?? 'the event'}, or see your status. Your first sign-in creates your account.`
          : // Whose address is known here has been here before, or was just admitted.
            isKnown
            ? 'You get a code by email.'
            : `${event ? describeClosed(event) : texts.apply.closed}. If you have applied, sign in to see your status.`,
  };
}

/** The first step: the provider's button, if any, and the email address that gets a code. */
function EmailForm({ target, typed, confirms, onSent }: EmailFormProps) {
  const event = useEvent();
  const goal = useGoal(target, event, typed !== '');
  const { data: options } = useQuery(signInOptionsQuery);
  const provider = options?.provider?.name ?? 'The provider';
  const { heading, explanation } = confirms
    ? {
        heading: 'Confirm your email',
        explanation: `${provider} did not confirm your address. Confirm it once with a code; from then on, ${provider} is enough.`,
      }
    : goal;
  const [email, setEmail] = useState(typed);
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typed) input.current?.select();
  }, [typed]);
  const startEmailSignIn = useStartEmailSignIn();
  const submit = () => {
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
        {event && !confirms && !typed && !canApply(event) && <WalkInNote event={event} />}
      </div>
      {options?.provider && !confirms && (
        <>
          <LinkButton document href={`${paths.login}?${new URLSearchParams({ returnTo: target })}`}>
            Continue with {options.provider.name}
          </LinkButton>
          <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
            or with a code by email
          </p>
        </>
      )}
      <Form noValidate onSubmit={submit} className="grid gap-5">
        <Field
          label="Email"
          hint={`We’ll send you a six-digit code. ${confirms ? 'Everything about your application goes to this address too.' : 'No password needed.'}`}
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
          <EmailInput ref={input} value={email} onValueChange={setEmail} />
        </Field>
        <Button
          type="submit"
          variant={options?.provider && !confirms ? 'secondary' : 'primary'}
          busy={startEmailSignIn.isPending}
        >
          Send me a code
        </Button>
      </Form>
      {confirms && (
        <LinkButton
          variant="ghost"
          className="-ml-5 justify-self-start"
          href={`${paths.signIn}?${new URLSearchParams({ returnTo: target })}`}
        >
          Sign in another way
        </LinkButton>
      )}
    </>
  );
}

interface LinkFormProps {
  link: PrintedLink;
  user: User | null;
  onSignedIn: (user: User) => void;
  /** The person wants to sign in in another way. */
  onOther: () => void;
}

/** Redeems a printed link with a button, because opening it alone must not use it up. */
function LinkForm({ link, user, onSignedIn, onOther }: LinkFormProps) {
  const event = useEvent();
  const isOrganizerLink = link.kind === 'organiser';
  const asksAddress = isOrganizerLink && !user;
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState(false);
  const redeemSignInLink = useRedeemSignInLink();
  const submit = () => {
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
  const isSpent = error instanceof ApiError && error.code === 'invalid_link';
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-3xl">{isOrganizerLink ? 'Become the organizer' : 'Sign in'}</h1>
        <p className="text-muted">
          {isOrganizerLink
            ? `This link makes you the first organizer of ${event?.name ?? 'this event'}. It works once.`
            : !isSpent && 'This link signs you in. It works once.'}
        </p>
        {isOrganizerLink && user && (
          <p>
            You are signed in as{' '}
            <strong className="inline-block max-w-full wrap-anywhere">{user.email || user.name}</strong>.
          </p>
        )}
      </div>
      {problem && !aboutAddress && <ErrorBox message={problem} />}
      {!isSpent && (
        <Form noValidate onSubmit={submit} className="grid gap-5">
          {asksAddress && (
            <Field
              label="Your email"
              hint="You sign in with it from now on. Check it twice: whoever can read this inbox becomes the organizer."
              error={missing ? problems.email_needed.message : aboutAddress ? problem : undefined}
            >
              <EmailInput ref={focusField} value={email} onValueChange={setEmail} />
            </Field>
          )}
          <Button type="submit" busy={redeemSignInLink.isPending}>
            {isOrganizerLink ? 'Become the organizer' : 'Sign in'}
          </Button>
        </Form>
      )}
      <Button
        variant={isSpent ? 'primary' : 'ghost'}
        className={isSpent ? undefined : '-ml-5 justify-self-start'}
        onClick={onOther}
      >
        Sign in another way
      </Button>
    </>
  );
}

/** The address that somebody signs in with. Goes inside a `Field`. */
function EmailInput(props: ComponentProps<typeof Input>) {
  return (
    <Input
      type="email"
      name="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.text.email}
      {...props}
    />
  );
}

/** A one-time link as the program prints it: for a person, or for the first organizer. */
interface PrintedLink {
  kind: 'link' | 'organiser';
  token: string;
}

let opened: PrintedLink | undefined;

/** Returns the link that this page was opened with, and removes its token from the address bar and the history. */
function readPrintedLink(): PrintedLink | undefined {
  const [, kind, token] = /^#(link|organiser)=([\w-]{20,200})$/.exec(location.hash) ?? [];
  if (kind && token) {
    opened = { kind: kind as PrintedLink['kind'], token };
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return opened;
}

/** Clears the link after use, or when the person signs in another way. */
function clearPrintedLink() {
  opened = undefined;
}
