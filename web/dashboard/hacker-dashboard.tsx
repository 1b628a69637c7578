import { useQuery } from '@tanstack/react-query';
import type { User } from '../../contract/people/users.ts';
import { texts } from '../../contract/texts.ts';
import { LoadingScreen } from '../layout/loading-screen.tsx';
import { applicationQuery } from '../lib/application.api.ts';
import { eventQuery } from '../lib/event.api.ts';
import { useSession } from '../lib/session.api.ts';
import { useTitle } from '../lib/title.ts';
import { useLiveQuery } from '../lib/use-live-query.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Applied } from './applied.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { NotApplied } from './not-applied.tsx';
import { Welcome } from './welcome.tsx';

const pollEvery = 60_000;

/** The participant's dashboard: status, pass, team and application details. */
export default function HackerDashboard() {
  useTitle('Dashboard');
  const { user } = useSession();
  return user ? <Dashboard user={user} /> : <LoadingScreen />;
}

function Dashboard({ user }: { user: User }) {
  const { data: event, isLoading: waitsForEvent } = useQuery(eventQuery);
  // A decision or a check-in is there at once; the interval makes up for a lost event, and brings the table.
  const application = useLiveQuery(
    {
      ...applicationQuery(user),
      refetchInterval: ({ state: { data } }) => {
        const waits = data?.status === 'pending' || (data?.checkedInAt && !data.tableNumber);
        return waits ? pollEvery : false;
      },
    },
    'me',
  );
  // What comes next depends on the event, and would push everything down.
  if (application.data === undefined || waitsForEvent)
    return (
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <Welcome user={user} />
        {application.isError ? (
          <ErrorBox message={texts.dashboard.failed} onRetry={application.refetch} />
        ) : (
          <DashboardSkeleton />
        )}
      </div>
    );
  if (application.data === null) return <NotApplied user={user} event={event} />;
  return <Applied user={user} event={event} application={application.data} />;
}
