import { useQuery } from '@tanstack/react-query';
import type { User } from '../../contract/people/users.ts';
import { projectQuery } from '../projects/project/project.api.ts';

const list = new Intl.ListFormat('en');

/** Tells a team whose members applied for different tracks in which one it competes. */
export default function TracksNote({ user, tracks }: { user: User; tracks: string[] }) {
  const { data: project } = useQuery({ ...projectQuery(user), refetchInterval: false });
  return (
    <p className="mx-4 mb-3 rounded-md bg-pending-bg px-4 py-2 wrap-anywhere text-pending max-sm:mx-0">
      {`You applied for different tracks: ${list.format(tracks)}. `}
      {project?.version
        ? `Your project will be judged in ${project.track}.`
        : 'Your project will be judged in the track of whoever starts it.'}
    </p>
  );
}
