import type { User } from '../../../contract/people/users.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { accountQuery } from '../../lib/application.api.ts';
import { useOnline } from '../../lib/online.ts';
import { useSession } from '../../lib/session.api.ts';
import { useTitle } from '../../lib/title.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DetailsForm } from './details-form.tsx';
import { NameForm } from './name-form.tsx';
import { PersonalDataCard } from './personal-data-card.tsx';
import { ResumeForm } from './resume-form.tsx';
import { WithdrawalCard } from './withdrawal-card.tsx';

/** One's own account: corrections, withdrawal, export and deletion. */
export function Component() {
  useTitle('Your account');
  const { user } = useSession();
  return user ? <AccountPage user={user} /> : <LoadingScreen />;
}

function AccountPage({ user }: { user: User }) {
  const account = useLiveQuery(accountQuery(user), 'me');
  const online = useOnline();
  const application = account.data?.application;
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
      <header>
        <h1 className="text-3xl" tabIndex={-1}>
          Your account
        </h1>
        <p className="mt-2 wrap-anywhere text-muted">{user.email}</p>
        <p role="status" className={online ? 'sr-only' : 'mt-4 font-semibold'}>
          {!online && 'You are offline. Changes can be saved once you are connected again.'}
        </p>
      </header>
      <NameForm user={user} isApproved={application?.status === 'approved'} />
      {account.isPending && <Skeleton text="Loading your account..." />}
      {account.isError && !account.data && (
        <ErrorBox message="Your account could not be loaded." onRetry={account.refetch} />
      )}
      {account.data && application && (
        <Card title="Your application">
          <div className="grid gap-8">
            <DetailsForm
              // The fields begin again from what is stored.
              key={`${application.tShirtSize} ${application.dietaryRestrictions}`}
              user={user}
              details={application}
              canChange={account.data.can.updateDetails}
            />
            <ResumeForm user={user} documents={application} canChange={account.data.can.updateResume} />
          </div>
        </Card>
      )}
      {account.data && <WithdrawalCard user={user} account={account.data} />}
      <PersonalDataCard />
    </div>
  );
}
