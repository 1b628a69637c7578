import { problems } from '../../contract/errors.ts';
import { formatInviteLink } from '../../contract/teams/invite-link.ts';
import { countSeatsLeft, describeSeatRefusal, type TeamSeats } from '../../contract/teams/seats.ts';
import type { Team, TeamSearchResult } from '../../contract/teams/teams.ts';
import { findTrackOfUser } from '../people-data/users.queries.ts';
import type { Db } from '../platform/db/open.ts';
import { createQrImage } from '../platform/qr-image.ts';
import type { Services } from '../platform/services.ts';
import { selectRequestedTeamIds } from './join-requests.queries.ts';
import { leadRefusal, leaveRefusal, removeMemberRefusal, type TeamActor } from './teams.policy.ts';
import { selectMembers, type TeamRow } from './teams.queries.ts';
import { askRefusal, toSeats } from './teams.rules.ts';

/** Returns a team as this person may see it: only the leader sees the invite code. */
export async function toTeam(
  db: Db,
  { config, event }: Pick<Services, 'config' | 'event'>,
  actor: TeamActor,
  team: TeamRow,
): Promise<Team> {
  const members = await selectMembers(db, team.id);
  const leader = members.find((member) => member.id === team.leaderId);
  const leads = !leadRefusal(actor, team);
  const tracks = [...new Set([leader, ...members].flatMap((member) => member?.track ?? []))];
  const seats = toSeats(
    event,
    team.maxMembers,
    members.map(({ track }) => track),
  );
  return {
    _id: team.id,
    name: team.name,
    maxMembers: team.maxMembers,
    seatsLeft: countSeatsLeft(seats),
    ...(seats.trackLimit && { trackLimit: seats.trackLimit }),
    ...(leads && !actor.viewedBy && toInviteLink(config.publicUrl, team.inviteCode)),
    ...(event.teamDirectory && team.idea && { idea: team.idea }),
    ...(event.teamDirectory && team.need && { need: team.need }),
    creator: { _id: team.leaderId, name: leader?.name ?? '' },
    members: members.map(({ id, name, email, photo, isNotComing }) => ({
      ...{ _id: id, name, email, photo },
      ...(isNotComing && { isNotComing }),
    })),
    ...(tracks.length > 1 && { tracks }),
    can: { leave: !leaveRefusal(actor, team), remove: !removeMemberRefusal(actor, team), decide: leads },
  };
}

/** Returns what decides which teams somebody can ask; `track` stands for the track of somebody who is about to apply. */
export async function loadAsker(db: Db, actor: TeamActor, track?: string) {
  return {
    teamId: actor.teamId,
    askedTeamIds: await selectRequestedTeamIds(db, actor.id),
    track: track ?? (await findTrackOfUser(db, actor.id)),
  };
}

/** Returns the sentence of a refusal. */
export function describeRefusal(refusal: NonNullable<ReturnType<typeof askRefusal>>, seats: TeamSeats) {
  return refusal.code === 'team_full' || refusal.code === 'team_limited'
    ? describeSeatRefusal(refusal, seats)
    : problems[refusal.code].message;
}

/** Returns a team for people outside it, with the reason why they cannot ask to join it. */
export function toTeamSearchResult(
  event: Services['event'],
  actor: TeamActor,
  asker: Awaited<ReturnType<typeof loadAsker>>,
  team: Pick<TeamRow, 'id' | 'name' | 'maxMembers'> & {
    leaderName: string;
    leaderTrack: string | null;
    tracks: (string | null)[];
    isDecided?: boolean;
  },
): TeamSearchResult {
  const seats = toSeats(event, team.maxMembers, team.tracks);
  const refusal = askRefusal(event, asker, { id: team.id, isDecided: team.isDecided, ...seats });
  return {
    _id: team.id,
    name: team.name,
    maxMembers: team.maxMembers,
    seatsLeft: countSeatsLeft(seats),
    memberCount: seats.memberCount,
    ...(seats.trackLimit && { trackLimit: seats.trackLimit }),
    leader: { name: team.leaderName },
    track: team.leaderTrack,
    can: { ask: actor.role === 'hacker' && !refusal },
    refusal: refusal ? describeRefusal(refusal, seats) : null,
  };
}

function toInviteLink(publicUrl: URL, inviteCode: string) {
  const link = formatInviteLink(publicUrl.origin, inviteCode);
  return { inviteCode, inviteLink: link, inviteQr: createQrImage(link) };
}
