import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { texts } from '../../../contract/texts.ts';
import { formatName } from '../../lib/format-name.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { applicantTeamQuery } from './applications.api.ts';

/** The applicant's team and its members. */
export function TeamCard({ id }: { id: string }) {
  const { data: team, error, refetch } = useQuery(applicantTeamQuery(id));
  useEffect(() => {
    if (error) void toast.error(texts.admin.teamFailed, { id: 'team' });
  }, [error]);
  return (
    <section aria-labelledby="team">
      <h3 id="team" data-shortcut="t" tabIndex={-1} className="text-lg">
        Team
      </h3>
      {error ? (
        <ErrorBox message={texts.admin.teamNotLoaded} onRetry={refetch} />
      ) : !team ? (
        <Skeleton text="Loading team..." />
      ) : (
        <>
          <p className="mt-1 text-muted">
            <strong className="text-text">{team.name}</strong>, {team.members.length} of{' '}
            {team.members.length + team.seatsLeft}
          </p>
          <ul className="mt-3 grid gap-2">
            {team.members.map((member) => (
              <li key={member._id} className="flex min-w-0 items-center gap-3">
                <Avatar name={member.name} photo={member.photo} />
                <span className="min-w-0">
                  <span className="block truncate font-semibold">
                    {formatName(member.name)}
                    {member._id === team.creator._id && (
                      <span className="font-normal text-muted"> · leader</span>
                    )}
                  </span>
                  <span className="block truncate text-sm text-muted">
                    {member.email ?? texts.admin.noEmail}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
