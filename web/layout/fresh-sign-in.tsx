import { paths } from '../../contract/platform/pages.ts';
import { ApiError } from '../lib/api-error.ts';
import { logOut } from '../lib/log-out.ts';
import { useSession } from '../lib/session.api.ts';
import { storeSignInAddress } from '../lib/sign-in-address.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/page-states.tsx';

interface FreshSignInProps {
  action: { error: unknown; errorText: string | undefined };
  /** Said instead, where it is known before the action that the sign-in is too old. */
  tooOldText?: string | false;
  /** Where the person returns to; this page otherwise. */
  returnTo?: string;
}

/** Why an action was refused; where the sign-in is too old for it, a button that leads to another one, and back. */
export function FreshSignIn({ action, tooOldText, returnTo }: FreshSignInProps) {
  const { error, errorText } = action;
  const address = useSession().user?.email ?? '';
  const message = errorText ?? tooOldText;
  if (!message) return null;
  const signInAgain = async () => {
    storeSignInAddress(address);
    const query = new URLSearchParams({ returnTo: returnTo ?? location.pathname + location.search });
    await logOut(`${paths.login}?${query}`);
  };
  return (
    <div className="grid basis-full justify-items-start gap-3">
      <ErrorBox message={message} />
      {(tooOldText || (error instanceof ApiError && error.code === 'stale_sign_in')) && (
        <Button variant="secondary" onClick={() => void signInAgain()}>
          Sign in again
        </Button>
      )}
    </div>
  );
}
