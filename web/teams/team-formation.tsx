import Info from 'lucide:info';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Application } from '../../contract/apply/applications.ts';
import { limits } from '../../contract/limits.ts';
import { fill, texts } from '../../contract/texts.ts';
import { joinClasses } from '../lib/classes.ts';
import { useEvent } from '../lib/event.api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useUser } from '../lib/session.api.ts';
import { Button } from '../ui/button.tsx';
import { Card, Collapsible } from '../ui/card.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { MyRequests } from './my-requests.tsx';
import { NoTeam } from './no-team.tsx';
import { useRejectedRequests } from './request-answer.ts';
import { describeSeats } from './seats.ts';
import { receivedInvitesQuery, useDecideInvite } from './team-directory.api.ts';
import { TeamPanel } from './team-panel.tsx';
import { type ChosenPreference, useLiveTeams, useUpdateTeamPreference } from './teams.api.ts';

const choices = [
  { value: 'solo', label: 'Solo' },
  { value: 'lookingForTeam', label: 'Looking for a team' },
];

/** The team preference; locked for members of a team. */
function PreferenceSelector({ about }: { about: ReactNode }) {
  const user = useUser();
  const inTeam = user.team !== null;
  // The chip changes with the click; the session follows a moment later.
  const [clicked, setClicked] = useState<ChosenPreference | null>(null);
  const updateTeamPreference = useUpdateTeamPreference();
  const unset = user.teamPreference === null;
  const inTeamChoice = { value: 'hasTeam', label: 'In a team' };
  if (inTeam)
    return (
      <Collapsible
        open={false}
        line={
          <>
            <span className="font-semibold">Team preference</span>
            <span className="text-muted [[open]>summary>&]:hidden">{inTeamChoice.label}</span>
          </>
        }
      >
        <RadioChips
          legend="Team preference"
          hideLegend
          hint={texts.teams.preferenceLocked}
          options={[...choices, inTeamChoice]}
          value={user.teamPreference}
          disabled
        />
        <div className="mt-2">{about}</div>
      </Collapsible>
    );
  return (
    <>
      <RadioChips
        legend="Team preference"
        options={choices}
        value={clicked ?? user.teamPreference}
        onValueChange={(value) => {
          const preference = value as ChosenPreference;
          setClicked(preference);
          updateTeamPreference.mutate(preference, { onSettled: () => setClicked(null) });
        }}
      />
      {unset && <p className="font-semibold">{texts.teams.preferenceUnset}</p>}
      {about}
    </>
  );
}

/** The invites to somebody without a team; nothing without one. */
function ReceivedInvites() {
  const { data = [] } = useQuery(receivedInvitesQuery);
  const decide = useDecideInvite();
  if (data.length === 0) return null;
  return (
    <ul aria-label="Invites" className="grid gap-3">
      {data.map((invite) => {
        const { team, teamLeader } = invite;
        return (
          <li key={invite._id} className="grid gap-3 rounded-md border-2 border-edge bg-surface-2 p-4">
            <div>
              <p className="text-lg font-semibold wrap-anywhere">
                {teamLeader.name || 'Somebody'} invites you to {team.name}
              </p>
              {team.idea && <p className="wrap-anywhere">{team.idea}</p>}
              {team.need && <p className="wrap-anywhere">Needs: {team.need}</p>}
              <p className="text-sm">
                {team.refusal ?? describeSeats(team.seatsLeft)}
                {!team.refusal && team.track && ` · ${team.track}`}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              {!team.refusal && (
                <Button
                  disabled={decide.isPending}
                  onClick={() => decide.mutate({ invite, action: 'accept' })}
                >
                  Accept<span className="sr-only"> the invite to {team.name}</span>
                </Button>
              )}
              <Button
                variant="secondary"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ invite, action: 'decline' })}
              >
                Decline<span className="sr-only"> the invite to {team.name}</span>
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const OwnProjectNotice = lazyPart(() => import('./own-project-notice.tsx'));
const MyCard = lazyPart(() => import('./my-card.tsx'));

/** An approved hacker's preference, and their team or the ways into one; live. */
export default function TeamFormation({
  application,
  isLive,
  isOver,
}: {
  application: Application;
  /** Whether the event is on. */
  isLive: boolean;
  /** The event has ended: nobody joins any more. */
  isOver: boolean;
}) {
  const user = useUser();
  const event = useEvent();
  const track = event?.tracks.find(({ id }) => id === application.track);
  const directory = event?.teamDirectory ?? false;
  const trackInfo = track && (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Info size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" />
      {track.maxTeamSize === undefined
        ? `${track.id}: Teams have up to ${limits.team.maxSize} members.`
        : fill(texts.track.limitedInfo, { track: track.id, max: track.maxTeamSize })}
    </p>
  );
  const isRefused = useRejectedRequests(user.team === null).length > 0;
  const requests = <MyRequests approved />;
  useLiveTeams();
  return (
    <Card title="Team Formation" id="team-formation" tabIndex={-1} className="scroll-mt-20">
      <div className={joinClasses('grid grid-cols-1 sm:gap-5', user.team ? 'gap-2' : 'gap-4')}>
        {!isOver && (
          <div className={joinClasses('grid gap-2', user.team && '-my-2')}>
            <PreferenceSelector about={trackInfo} />
          </div>
        )}
        {user.team ? (
          <TeamPanel teamId={user.team} directory={directory} isOver={isOver} approved />
        ) : (
          <>
            {event?.projects && <OwnProjectNotice />}
            {directory && <ReceivedInvites />}
            {isRefused && requests}
            <NoTeam track={track} directory={directory} brief={isLive} isRefused={isRefused} />
            {!isRefused && requests}
            {directory && <MyCard />}
          </>
        )}
      </div>
    </Card>
  );
}
