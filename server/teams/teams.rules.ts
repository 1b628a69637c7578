import type { ProblemCode } from '../../contract/errors.ts';
import { type Event, findTrack } from '../../contract/event/event.ts';
import { limits } from '../../contract/limits.ts';
import type { TeamActor } from './teams.policy.ts';

/** Why something is not possible now: the error code, and the values in its sentence. */
interface Refusal<C extends ProblemCode> {
  code: C;
  values?: Record<string, string | number>;
}

type Role = TeamActor['role'];
type JoinRequestStatus = 'pending' | 'approved' | 'rejected' | 'cancelled' | 'closed';

interface TrackLimit {
  track: string;
  max: number;
}

/** Returns the smallest team size that the tracks of these people allow; undefined when none has a limit. */
function findTrackLimit(event: Pick<Event, 'tracks'>, tracks: (string | null)[]): TrackLimit | undefined {
  let found: TrackLimit | undefined;
  for (const id of tracks) {
    const max = id === null ? undefined : findTrack(event, id)?.maxTeamSize;
    if (id !== null && max !== undefined && max < (found?.max ?? Number.POSITIVE_INFINITY))
      found = { track: id, max };
  }
  return found;
}

/**
 * Returns why a person on this track cannot join the team; undefined if they can. A team has the size that its leader
 * chose, at most `limits.team.maxSize`, and fewer when a track has a `maxTeamSize`.
 */
export function seatRefusal(
  event: Pick<Event, 'tracks'>,
  maxMembers: number,
  members: (string | null)[],
  track: string | null,
): Refusal<'team_full' | 'team_limited'> | undefined {
  const limit = findTrackLimit(event, [...members, track]);
  const full = members.length >= maxMembers;
  // In a full team that is larger than the track allows, the sentence of the track would give the wrong number.
  if (limit && members.length >= limit.max && !(full && members.length > limit.max))
    return { code: 'team_limited', values: { ...limit } };
  return full ? { code: 'team_full' } : undefined;
}

/** Returns the number of free seats that the members' tracks allow. */
export function countSeatsLeft(
  event: Pick<Event, 'tracks'>,
  maxMembers: number,
  members: (string | null)[],
): number {
  const limit = findTrackLimit(event, members);
  return Math.max(0, Math.min(maxMembers, limit?.max ?? maxMembers) - members.length);
}

/** Returns why somebody who is in this team, or in none, cannot get into one; undefined when they can. */
export function membershipRefusal(teamId: string | null | undefined): Refusal<'already_in_team'> | undefined {
  return teamId ? { code: 'already_in_team' } : undefined;
}

export function askRefusal(
  event: Pick<Event, 'tracks'>,
  asker: { teamId: string | null | undefined; askedTeamIds: string[]; track: string | null },
  team: { id: string; maxMembers: number; tracks: (string | null)[] },
):
  | Refusal<'already_in_team' | 'request_pending' | 'too_many_pending' | 'team_full' | 'team_limited'>
  | undefined {
  const refusal = membershipRefusal(asker.teamId);
  if (refusal) return refusal;
  if (asker.askedTeamIds.includes(team.id)) return { code: 'request_pending' };
  if (asker.askedTeamIds.length >= limits.team.maxPending) return { code: 'too_many_pending' };
  return seatRefusal(event, team.maxMembers, team.tracks, asker.track);
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
  event: Pick<Event, 'tracks'>,
  members: number,
  track: string,
): Refusal<'track_limited'> | undefined {
  const limit = findTrackLimit(event, [track]);
  return limit && members > limit.max ? { code: 'track_limited', values: { ...limit } } : undefined;
}

/** Returns the size of a new team for which no size was requested: the largest that its creator's track allows. */
export function getDefaultTeamSize(event: Pick<Event, 'tracks'>, track: string | null): number {
  const limit = findTrackLimit(event, [track]);
  return Math.min(limits.team.defaultSize, limit?.max ?? limits.team.defaultSize);
}

export function teamSizeRefusal(
  event: Pick<Event, 'tracks'>,
  track: string | null,
  size: number,
): Refusal<'team_size_limited'> | undefined {
  const limit = findTrackLimit(event, [track]);
  return limit && (size > limit.max || size < limits.team.minSize)
    ? { code: 'team_size_limited', values: { ...limit } }
    : undefined;
}
