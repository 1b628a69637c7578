import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { problems } from '../../../contract/errors.ts';
import type { User } from '../../../contract/people/users.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { setSessionUser, useSession } from '../../lib/session.api.ts';
import { useTitle } from '../../lib/title.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { CodeForm } from './code-form.tsx';
import { EmailForm } from './email-form.tsx';
import { LinkForm } from './link-form.tsx';
import { clearPrintedLink, readPrintedLink } from './printed-link.ts';
import { getReturnTo } from './return-to.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const notices: Record<string, string | undefined> = {
  invalid_link: problems.invalid_link.message,
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
  const target = getReturnTo(search);

  const enter = (signedIn: User) => {
    clearPrintedLink();
    setSessionUser(signedIn);
    void navigate(target, { replace: true });
  };
  const show = (state: SignInState) => void navigate({ search: search.toString() }, { state });
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
  if (user) return <Navigate to={target} replace />;
  const notice = notices[search.get('problem') ?? ''];
  return (
    <SignInFrame>
      {email === undefined ? (
        <>
          {notice && <ErrorBox message={notice} />}
          <EmailForm
            target={target}
            typed={typed}
            onSent={(address) => show({ email: address, sentAt: Date.now() })}
          />
        </>
      ) : (
        <CodeForm
          email={email}
          sentAt={sentAt ?? 0}
          onSignedIn={enter}
          onOther={() => show({ typed: email })}
        />
      )}
    </SignInFrame>
  );
}
