import type { ProblemCode } from '../../contract/errors.ts';
import type { Event } from '../../contract/event/event.ts';
import { limits } from '../../contract/limits.ts';
import {
  findTrackLimit,
  getSeatRefusal,
  type SeatRefusal,
  type TeamSeats,
} from '../../contract/teams/seats.ts';
import type { TeamActor } from './teams.policy.ts';

/** Why something is not possible now: the error code, and the values in its sentence. */
interface Refusal<C extends ProblemCode> {
  code: C;
  values?: Record<string, string | number>;
}

type Role = TeamActor['role'];
type JoinRequestStatus = 'pending' | 'approved' | 'rejected' | 'cancelled' | 'closed';

type WithTracks = Pick<Event, 'tracks'>;

/** Returns what decides who gets a seat in a team whose members are on these tracks. */
export function toSeats(event: WithTracks, maxMembers: number, members: (string | null)[]): TeamSeats {
  return { maxMembers, memberCount: members.length, trackLimit: findTrackLimit(event.tracks, members) };
}

/** Returns why somebody who is in this team, or in none, cannot get into one; undefined when they can. */
export function membershipRefusal(teamId: string | null | undefined): Refusal<'already_in_team'> | undefined {
  return teamId ? { code: 'already_in_team' } : undefined;
}

/** Returns why nobody can join the team themselves once its results are published, or why it has no seat for this track. */
export function joinRefusal(
  event: WithTracks,
  team: TeamSeats & { isDecided?: boolean },
  track: string | null,
): Refusal<'team_decided'> | SeatRefusal | undefined {
  return team.isDecided ? { code: 'team_decided' } : getSeatRefusal(event.tracks, team, track);
}

export function askRefusal(
  event: WithTracks,
  asker: { teamId: string | null | undefined; askedTeamIds: string[]; track: string | null },
  team: { id: string; isDecided?: boolean } & TeamSeats,
):
  | Refusal<'already_in_team' | 'request_pending' | 'too_many_pending' | 'team_decided'>
  | SeatRefusal
  | undefined {
  const refusal = membershipRefusal(asker.teamId);
  if (refusal) return refusal;
  if (asker.askedTeamIds.includes(team.id)) return { code: 'request_pending' };
  if (asker.askedTeamIds.length >= limits.team.maxPending) return { code: 'too_many_pending' };
  return joinRefusal(event, team, asker.track);
}

export function decideRefusal(
  status: JoinRequestStatus,
  { role }: { role: Role },
): Refusal<'requester_in_team' | 'requester_not_hacker' | 'request_decided'> | undefined {
  if (status === 'pending') return undefined;
  if (status !== 'closed') return { code: 'request_decided' };
  return { code: role === 'hacker' ? 'requester_in_team' : 'requester_not_hacker' };
}

export function approveRefusal({
  role,
  teamId,
}: {
  role: Role;
  teamId: string | undefined;
}): Refusal<'requester_in_team' | 'requester_not_hacker'> | undefined {
  if (role !== 'hacker') return { code: 'requester_not_hacker' };
  return teamId ? { code: 'requester_in_team' } : undefined;
}

export function teamTrackRefusal(
  event: WithTracks,
  members: number,
  track: string,
): Refusal<'track_limited'> | undefined {
  const limit = findTrackLimit(event.tracks, [track]);
  return limit && members > limit.max ? { code: 'track_limited', values: { ...limit } } : undefined;
}

/** Returns the size of a new team for which no size was requested: the largest that its creator's track allows. */
export function getDefaultTeamSize(event: WithTracks, track: string | null): number {
  const limit = findTrackLimit(event.tracks, [track]);
  return Math.min(limits.team.defaultSize, limit?.max ?? limits.team.defaultSize);
}

export function teamSizeRefusal(
  event: WithTracks,
  track: string | null,
  size: number,
): Refusal<'team_size_limited'> | undefined {
  const limit = findTrackLimit(event.tracks, [track]);
  return limit && (size > limit.max || size < limits.team.minSize)
    ? { code: 'team_size_limited', values: { ...limit } }
    : undefined;
}
