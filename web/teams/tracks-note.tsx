import { useQuery } from '@tanstack/react-query';
import { useEvent } from '../lib/event.api.ts';
import { useUser } from '../lib/session.api.ts';
import { projectQuery } from '../projects/project/project.api.ts';

const list = new Intl.ListFormat('en');

/** Tells a team whose members applied for different tracks in which one it competes. */
export default function TracksNote({ tracks }: { tracks: string[] }) {
  const enabled = useEvent()?.projects !== undefined;
  const { data: project } = useQuery({ ...projectQuery(useUser()), refetchInterval: false, enabled });
  if (!enabled) return null;
  return (
    <p className="rounded-md bg-pending-bg px-4 py-2 wrap-anywhere text-pending">
      {`You applied for different tracks: ${list.format(tracks)}. `}
      {`Your project will be judged in ${project?.version ? project.track : tracks[0]}.`}
    </p>
  );
}
