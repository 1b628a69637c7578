import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Application } from '../../contract/apply/applications.ts';
import { getEventTimes, hasEnded, isEventOver } from '../../contract/event/phases.ts';
import type { EventView } from '../../contract/event/site.ts';
import { otherTrackHelps } from '../../contract/teams/seats.ts';
import type { TeamInvitation } from '../../contract/teams/teams.ts';
import { useEvent } from '../lib/event.api.ts';
import { canApply } from '../lib/registration.tsx';
import { useUser } from '../lib/session.api.ts';
import { storedInviteCode } from '../lib/stored-invite-code.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { describeInvitation, describeOtherTrack, describeSeats } from './seats.ts';
import {
  invitationQuery,
  isNoInvitation,
  isWrongCode,
  myInvitationQuery,
  rejectedRequestsQuery,
  sentRequestsQuery,
  useDismissInvitation,
  useJoinTeam,
} from './teams.api.ts';

/** `2 seats left · Hacker Track`, or only why the person cannot join; after the event, that it is over. */
export function describeSeatsAndTrack(
  { refusal, seatsLeft, team }: TeamInvitation,
  event: EventView | undefined,
) {
  const isOver = event && isEventOver(event, Date.now());
  if (refusal) return refusal;
  const seats = isOver ? `${event.name} is over.` : describeSeats(seatsLeft);
  return [seats, team?.track].filter(Boolean).join(' · ');
}

/** Says what comes before joining: the application, or while it is under review a free seat. */
export function describeNext(
  { leaderName, refusal, seatsLeft, team, isDecided }: TeamInvitation,
  status: Application['status'] | undefined,
): string | undefined {
  const isFull = refusal !== undefined || seatsLeft === 0;
  if (status === undefined)
    return isFull
      ? 'You can still apply and find another team.'
      : `Apply first. Your application asks ${leaderName || 'the leader'} to take you in.`;
  if (status !== 'pending' || isDecided || !isFull) return undefined;
  return team && otherTrackHelps(team)
    ? 'You can change your track while your application is under review.'
    : 'You can join once a seat is free.';
}

/** Says that the team competes in another track than the person's; nothing if both are the same or the person cannot join. */
export function OtherTrack({ invitation, track }: { invitation: TeamInvitation; track: string | undefined }) {
  const text = !invitation.refusal && describeOtherTrack(invitation.team?.track, track);
  return text && <p className="rounded-md bg-pending-bg px-4 py-2 text-pending">{text}</p>;
}

interface JoinInvitedTeamProps {
  invitation: TeamInvitation;
  code: string;
  /** The page to open once the person is in the team. */
  then?: string;
}

export function JoinInvitedTeam({ invitation, code, then }: JoinInvitedTeamProps) {
  const joinTeam = useJoinTeam();
  const navigate = useNavigate();
  // Not a callback of the call itself: being in the team can take this button away before it would run.
  const join = async () => {
    const isIn = await joinTeam.mutateAsync(code).then(
      () => true,
      (error: unknown) => {
        if (isWrongCode(error)) toast.error('This invitation no longer works. Ask for a new link.');
      },
    );
    if (!isIn) return;
    storedInviteCode.clear();
    if (then) void navigate(then);
  };
  return (
    <Button size="large" busy={joinTeam.isPending} onClick={() => void join()}>
      Join<span className="sr-only"> {invitation.teamName}</span>
    </Button>
  );
}

interface InviteLinkCardProps {
  /** Undefined for somebody who has not applied. */
  application: Application | undefined;
  /** They have withdrawn an application that they can restore. */
  isWithdrawn?: boolean | undefined;
}

/** The invitation that somebody opened, on whatever device, at the top of their dashboard until they are in a team. */
export default function InviteLinkCard({ application, isWithdrawn }: InviteLinkCardProps) {
  const user = useUser();
  const status = application?.status;
  const event = useEvent();
  const code = useQuery(myInvitationQuery(user)).data ?? storedInviteCode.get();
  const inTeam = user.team !== null;
  const { data, error } = useQuery({
    ...invitationQuery(code ?? '', user._id),
    enabled: code !== null && !inTeam,
  });
  const { mutate: dismiss } = useDismissInvitation();
  const isWrong = isNoInvitation(error);
  useEffect(() => {
    if (inTeam) storedInviteCode.clear();
    else if (isWrong) dismiss();
  }, [inTeam, isWrong, dismiss]);
  const asks = status === 'pending' && !inTeam;
  const { data: asked = [], isLoading } = useQuery({ ...sentRequestsQuery, enabled: asks });
  const { data: rejected = [] } = useQuery({ ...rejectedRequestsQuery, enabled: asks });
  const ended = event !== undefined && hasEnded(getEventTimes(event), Date.now());
  if (!code || !data || inTeam || isWrong || isLoading || status === 'rejected') return null;
  // Nobody can accept it any more.
  if (data.isDecided || ended) return null;
  // The request, or its answer, says what comes next.
  if (asks && [...asked, ...rejected].some(({ team }) => team._id === data.team?._id)) return null;
  const next = isWithdrawn
    ? 'Restore your application, then join.'
    : (status || canApply(event)) && describeNext(data, status);
  return (
    <section
      aria-label="Invitation"
      className="grid w-full gap-3 rounded-lg border-2 border-edge bg-surface p-5 shadow-press sm:p-6"
    >
      <h2 className="text-2xl wrap-anywhere">{describeInvitation(data)}</h2>
      <p>{describeSeatsAndTrack(data, event)}</p>
      {next && <p className="wrap-anywhere">{next}</p>}
      <OtherTrack invitation={data} track={application?.track} />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {status && !data.refusal && <JoinInvitedTeam invitation={data} code={code} />}
        <button
          type="button"
          className="min-h-11 px-3 font-semibold underline underline-offset-4"
          onClick={() => dismiss()}
        >
          Dismiss<span className="sr-only"> the invitation</span>
        </button>
      </div>
    </section>
  );
}
