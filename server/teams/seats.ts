import type { ProblemCode } from '../../contract/errors.ts';
import { type Event, findTrack } from '../../contract/event.ts';
import { limits } from '../../contract/limits.ts';

/** A rule that stands against it: the code to refuse with, and what its sentence names. */
export interface Refusal<C extends ProblemCode> {
  code: C;
  values?: Record<string, string | number>;
}

interface TrackLimit {
  track: string;
  max: number;
}

/** The tightest limit that the tracks of some people put on a team of them; undefined when none does. */
function tightest(event: Pick<Event, 'tracks'>, tracks: (string | null)[]): TrackLimit | undefined {
  let found: TrackLimit | undefined;
  for (const id of tracks) {
    const max = id === null ? undefined : findTrack(event, id)?.maxTeamSize;
    if (id !== null && max !== undefined && max < (found?.max ?? Number.POSITIVE_INFINITY))
      found = { track: id, max };
  }
  return found;
}

/** Why somebody of this track cannot become one more member (team_full, team_limited); undefined when they can. */
export function seatRefusal(
  event: Pick<Event, 'tracks'>,
  maxMembers: number,
  members: (string | null)[],
  track: string | null,
): Refusal<'team_full' | 'team_limited'> | undefined {
  const limit = tightest(event, [...members, track]);
  const full = members.length >= maxMembers;
  // Of a full team larger than its track allows the track's sentence would count wrong.
  if (limit && members.length >= limit.max && !(full && members.length > limit.max))
    return { code: 'team_limited', values: { ...limit } };
  return full ? { code: 'team_full' } : undefined;
}

/** Why a team with this many members cannot have one of this track (track_limited); undefined when it can. */
export function trackRefusal(
  event: Pick<Event, 'tracks'>,
  members: number,
  track: string,
): Refusal<'track_limited'> | undefined {
  const limit = tightest(event, [track]);
  return limit && members > limit.max ? { code: 'track_limited', values: { ...limit } } : undefined;
}

/** The size of a new team: as asked for, else the largest its founder's track allows. */
export function newTeamSize(
  event: Pick<Event, 'tracks'>,
  track: string | null,
  asked: number | undefined,
): number | Refusal<'team_size_limited'> {
  const limit = tightest(event, [track]);
  const size = asked ?? Math.min(limits.team.defaultSize, limit?.max ?? limits.team.defaultSize);
  return limit && (size > limit.max || size < limits.team.minSize)
    ? { code: 'team_size_limited', values: { ...limit } }
    : size;
}
