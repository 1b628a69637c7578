import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import type { Application } from '../../contract/apply/applications.ts';
import type { User } from '../../contract/people/users.ts';
import { paths } from '../../contract/platform/pages.ts';
import { texts } from '../../contract/texts.ts';
import { LoadingScreen } from '../layout/loading-screen.tsx';
import { applicationQuery } from '../lib/application.api.ts';
import { applicationDraftKey, readDraft } from '../lib/draft-store.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { getFirstName } from '../lib/names.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery, useSession } from '../lib/session.api.ts';
import { readInviteCode } from '../lib/stored-invite-code.ts';
import { useTitle } from '../lib/title.ts';
import { invitationQuery, myInvitationQuery } from '../teams/teams.api.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { ApplicationForm } from './application-form.tsx';
import { fileFields } from './form-values.ts';
import { Submitted } from './submitted.tsx';

const Closed = lazyPart(() => import('./closed.tsx'), <LoadingScreen />);

/** `/apply`: the form for hackers who have not applied yet; everybody else goes to their dashboard. */
export function Component() {
  const { user } = useSession();
  if (!user) return <LoadingScreen />;
  if (user.role !== 'hacker') return <Navigate to={paths.dashboard} replace />;
  return <Apply user={user} />;
}

function Apply({ user }: { user: User }) {
  useTitle('Apply');
  const event = useEvent();
  const application = useQuery(applicationQuery(user));
  const draft = useQuery({
    queryKey: ['draft', user._id],
    queryFn: () => readDraft(applicationDraftKey(user._id), fileFields),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const kept = useQuery(myInvitationQuery(user));
  const code = kept.data ?? readInviteCode() ?? '';
  const invitation = useQuery(invitationQuery(code, user._id));
  const [sent, setSent] = useState(false);

  if (sent) return <Submitted firstName={getFirstName(user.name)} />;
  if (application.isError)
    return (
      <div className="grid max-w-3xl gap-8">
        <h1 className="text-3xl">Apply</h1>
        <ErrorBox message={texts.dashboard.failed} onRetry={application.refetch} />
      </div>
    );
  const waits = kept.isLoading || (code !== '' && invitation.isPending);
  if (!event || application.isPending || draft.isPending || waits) return <LoadingScreen />;
  if (application.data) return <Navigate to={paths.dashboard} replace />;
  if (event.registration.enforce && !event.registration.open) return <Closed />;

  const onSent = (data: Application | undefined) => {
    setSent(true);
    const { queryKey } = applicationQuery(user);
    if (data) queryClient.setQueryData(queryKey, data);
    else void queryClient.invalidateQueries({ queryKey });
    // Applying changes the team and the preference as well.
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return (
    <ApplicationForm
      userId={user._id}
      event={event}
      draft={draft.data ?? null}
      invited={invitation.data?.team}
      onSent={onSent}
    />
  );
}
