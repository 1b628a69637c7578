import { fill, texts } from '../texts.ts';

// Decides who gets a seat in a team, for the server and for every page that offers one.

type Tracks = readonly { id: string; maxTeamSize?: number | undefined }[];

/** The smallest team size that some tracks allow, and the track that allows it. */
interface TrackLimit {
  track: string;
  max: number;
}

/** What decides who can join a team. */
export interface TeamSeats {
  maxMembers: number;
  memberCount: number;
  /** The limit of the members' tracks; absent if none has one. */
  trackLimit?: TrackLimit | undefined;
}

export const teamFullText = 'This team is full.';

/** Returns the smallest team size that these tracks allow; undefined if none has a limit. */
export function findTrackLimit(
  tracks: Tracks,
  ids: readonly (string | null | undefined)[],
): TrackLimit | undefined {
  const limits = tracks.flatMap(({ id, maxTeamSize: max }) =>
    max !== undefined && ids.includes(id) ? { track: id, max } : [],
  );
  return limits.reduce<TrackLimit | undefined>((a, b) => (a && a.max <= b.max ? a : b), undefined);
}

/** Returns the team as it is with one more member on this track. */
function withMember<Seats extends TeamSeats>(tracks: Tracks, team: Seats, track: string | null): Seats {
  return {
    ...team,
    memberCount: team.memberCount + 1,
    trackLimit: findTrackLimit(tracks, [team.trackLimit?.track, track]),
  };
}

/** Returns the number of free seats that the members' tracks allow. */
export function countSeatsLeft({ maxMembers, memberCount, trackLimit }: TeamSeats): number {
  return Math.max(0, Math.min(maxMembers, trackLimit?.max ?? maxMembers) - memberCount);
}

export type SeatRefusal =
  | { code: 'team_full'; values?: undefined }
  | { code: 'team_limited'; values: { track: string; max: number } };

/**
 * Returns why a person on this track cannot join the team; undefined if they can. A team has the size that its leader
 * chose, at most `limits.team.maxSize`, and fewer when a track has a `maxTeamSize`.
 */
export function getSeatRefusal(
  tracks: Tracks,
  team: TeamSeats,
  track: string | null,
): SeatRefusal | undefined {
  const { trackLimit: limit } = withMember(tracks, team, track);
  const isFull = team.memberCount >= team.maxMembers;
  // In a full team that is larger than the track allows, the sentence of the track would give the wrong number.
  if (limit && team.memberCount >= limit.max && !(isFull && team.memberCount > limit.max))
    return { code: 'team_limited', values: { ...limit } };
  return isFull ? { code: 'team_full' } : undefined;
}

/** Returns whether somebody who cannot join could if they were on a track without a limit. */
export const otherTrackHelps = (team: TeamSeats): boolean => countSeatsLeft(team) > 0;

/** Returns the sentence of a refusal: the specification's where its numbers are right. */
export function describeSeatRefusal({ code, values }: SeatRefusal, { memberCount }: TeamSeats): string {
  if (code === 'team_full') return teamFullText;
  return memberCount === values.max
    ? fill(texts.teams.joinLimited, values)
    : `${values.track} teams have at most ${values.max} members, and this team has ${memberCount}.`;
}

/** Says what a team loses that takes in a person on this track; undefined if nothing but a seat. */
export function describeTeamLimit(tracks: Tracks, team: TeamSeats, track: string | null): string | undefined {
  const { trackLimit: limit, ...joined } = withMember(tracks, team, track);
  if (!limit || countSeatsLeft({ ...joined, trackLimit: limit }) >= countSeatsLeft(team) - 1)
    return undefined;
  return `${limit.track}: your team would be limited to ${limit.max} members.`;
}
