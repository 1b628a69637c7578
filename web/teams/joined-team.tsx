import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NextPanel } from '../dashboard/next-panel.tsx';
import { formatName } from '../lib/format-name.ts';
import { useUser } from '../lib/session.api.ts';
import { Avatar } from '../ui/avatar.tsx';
import { markJoined, teamQuery } from './teams.api.ts';
import TracksNote from './tracks-note.tsx';

/** Greets somebody who has just joined a team, with the faces and names of its members. */
export default function JoinedTeam({ teamId }: { teamId: string }) {
  const user = useUser();
  const { data: team } = useQuery(teamQuery(teamId));
  const place = useRef<HTMLDivElement>(null);
  const isShown = team !== undefined;
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (!team || team.members.length < 2) return null;
  return (
    <div ref={place} className="scroll-my-24">
      <NextPanel title={`You joined ${team.name}`}>
        <ul aria-label="Your team" className="flex flex-wrap gap-x-5 gap-y-3 py-2">
          {team.members.map(({ _id, name, photo }) => (
            <li key={_id} className="flex min-w-0 items-center gap-2 font-semibold">
              <Avatar name={name} photo={photo} className="size-14" />
              <span className="min-w-0 wrap-anywhere">{_id === user._id ? 'You' : formatName(name)}</span>
            </li>
          ))}
        </ul>
        {team.tracks && <TracksNote tracks={team.tracks} />}
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to the team, and the moment is over. */}
        <a href="#team-formation" className="link" onClick={() => markJoined(null)}>
          Say hello: their email addresses are with your team
        </a>
      </NextPanel>
    </div>
  );
}
