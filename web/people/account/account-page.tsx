import { type FormEvent, useState } from 'react';
import type { User } from '../../../contract/people/users.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { accountQuery } from '../../lib/application.api.ts';
import { useOnline } from '../../lib/online.ts';
import { useSession } from '../../lib/session.api.ts';
import { useTitle } from '../../lib/title.ts';
import { useLiveQuery } from '../../lib/use-live-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { NameInput } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUpdateName } from './account.api.ts';
import { DetailsForm } from './details-form.tsx';
import { PersonalDataCard } from './personal-data-card.tsx';
import { ResumeForm } from './resume-form.tsx';
import { WithdrawalCard } from './withdrawal-card.tsx';

function NameForm({ user, isApproved }: { user: User; isApproved: boolean }) {
  const [name, setName] = useState(user.name);
  const [isMissing, setMissing] = useState(false);
  const update = useUpdateName();
  const submit = (form: FormEvent) => {
    form.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '') update.mutate(name, { onSuccess: (answer) => setName(answer.user.name) });
  };
  const refused = update.error instanceof ApiError ? update.error.fields.name : undefined;
  const error = isMissing ? 'Please enter your name.' : refused ? `The name ${refused}.` : update.errorText;
  return (
    <Card title="Name">
      <form noValidate onSubmit={submit} className="grid justify-items-start gap-4">
        <Field
          label="Full name"
          className="w-full"
          hint={isApproved ? 'Check-in also sees the name that was approved.' : undefined}
          error={error}
        >
          <NameInput value={name} onChange={setName} />
        </Field>
        <Button type="submit" busy={update.isPending}>
          Save name
        </Button>
      </form>
    </Card>
  );
}

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
