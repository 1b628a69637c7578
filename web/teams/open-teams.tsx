import { useQuery } from '@tanstack/react-query';
import { ErrorBox } from '../ui/error-box.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TeamList } from './team-list.tsx';
import { openTeamsQuery } from './teams.api.ts';

/** The teams with free seats, those that can be asked first. */
export default function OpenTeams() {
  const { data, isError, refetch } = useQuery(openTeamsQuery());
  if (isError) return <ErrorBox message="Teams cannot be listed right now." onRetry={refetch} />;
  if (!data) return <Skeleton text="Loading teams..." />;
  return (
    <section aria-label="Open teams">
      {data.length === 0 ? (
        <p className="text-muted">No team has a free seat right now.</p>
      ) : (
        <TeamList teams={data} />
      )}
    </section>
  );
}
