import type { EventView } from '../../contract/event/site.ts';
import { formatCount } from '../../contract/platform/format.ts';
import {
  describeSeatRefusal,
  describeTeamLimit,
  getSeatRefusal,
  teamFullText,
} from '../../contract/teams/seats.ts';
import type { Team, TeamInvitation } from '../../contract/teams/teams.ts';

/** `Wei invites you to Amber Pixels.` */
export function describeInvitation({ leaderName, teamName }: TeamInvitation): string {
  return `${leaderName || 'Somebody'} invites you to ${teamName}.`;
}

/** `3 seats left`, or the sentence for a full team. */
export function describeSeats(seatsLeft: number): string {
  if (seatsLeft <= 0) return teamFullText;
  return `${formatCount(seatsLeft, 'seat')} left`;
}

/** `1 of 4 seats taken`, with as many seats as can be taken. */
export function describeSeatsTaken({ memberCount, seatsLeft }: { memberCount: number; seatsLeft: number }) {
  return `${memberCount} of ${memberCount + seatsLeft} seats taken`;
}

/** Says in which track a team competes, to somebody who chose another one; undefined if they are the same. */
export function describeOtherTrack(team: string | null | undefined, own: string | undefined) {
  if (!team || !own || team === own) return undefined;
  return `Its project will be judged in ${team}; you chose ${own}.`;
}

/** Says why a team cannot take in a person on this track (`refusal`), or what it would lose (`limit`). */
export function describeTakingIn(event: EventView | undefined, team: Team, track: string | null) {
  const tracks = event?.tracks ?? [];
  const seats = { ...team, memberCount: team.members.length };
  const refusal = getSeatRefusal(tracks, seats, track);
  if (refusal) return { refusal: describeSeatRefusal(refusal, seats) };
  // A request that was just approved counts before its person is a member.
  if (team.seatsLeft === 0) return { refusal: teamFullText };
  return { limit: describeTeamLimit(tracks, seats, track) };
}
