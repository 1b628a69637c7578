import { limits } from '../../contract/limits.ts';
import type { Team } from '../../contract/teams.ts';
import type { Db } from '../db/open.ts';
import { RetryableConflict, transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';
import { insertWithFreeCode } from './invite-code.ts';
import { closeRequestsOfUser, insertRequest, selectRequestedTeamIds } from './join-requests.queries.ts';
import { countQuotaUse, requireQuota } from './quota.ts';
import { newTeamSize, seatRefusal, trackRefusal } from './seats.ts';
import { notifyByEmail } from './team-notifications.ts';
import { canReadTeam, type TeamActor } from './teams.policy.ts';
import {
  findTeam,
  findTeamIdOfUser,
  findTrackOfUser,
  insertMember,
  insertTeam,
  lockTeam,
  lockUserForTeam,
  selectMemberTracks,
  type TeamRow,
  updateUserPreference,
} from './teams.queries.ts';
import { toTeam } from './teams.views.ts';

type Needed = Pick<Services, 'event' | 'random' | 'now' | 'config'>;

/**
 * Locks the team that a person is in, then the person, and returns the team; null when in none. Whatever depends on
 * both, like a change of track, begins with this. Throws not_found when the person is no more.
 */
export async function lockTeamOfUser(trx: Db, userId: string): Promise<TeamRow | null> {
  const seen = await findTeamIdOfUser(trx, userId);
  const team = seen ? await lockTeam(trx, seen) : undefined;
  if (!(await lockUserForTeam(trx, userId))) fail('not_found');
  if ((await findTeamIdOfUser(trx, userId)) !== team?.id) throw new RetryableConflict();
  return team ?? null;
}

/**
 * Refuses a track that the person's team is too large for; the team (null: none) comes from `lockTeamOf`. Throws
 * track_limited.
 */
export async function requireTrackFitsTeam(
  trx: Db,
  event: Services['event'],
  { teamId, track }: { teamId: string | null; track: string },
): Promise<void> {
  if (teamId === null) return;
  const refusal = trackRefusal(event, (await selectMemberTracks(trx, teamId)).length, track);
  if (refusal) fail(refusal.code, refusal);
}

/** Locks a person who is in no team. Throws not_found and already_in_team. */
export async function lockUserWithoutTeam(trx: Db, userId: string) {
  const person = await lockUserForTeam(trx, userId);
  if (!person) fail('not_found');
  if (await findTeamIdOfUser(trx, userId)) fail('already_in_team');
  return person;
}

/** Seats a locked person in a locked team, and closes what they have asked other teams. */
export async function addMember(trx: Db, teamId: string, userId: string): Promise<void> {
  await insertMember(trx, teamId, userId);
  await updateUserPreference(trx, userId, 'hasTeam');
  for (const asked of await closeRequestsOfUser(trx, userId))
    if (asked !== teamId) await notify(trx, `team:${asked}`);
  await notify(trx, `team:${teamId}`);
  await notify(trx, `user:${userId}`);
}

/**
 * Makes a team with this person as its leader; returns its id. `track` is the founder's, where the application is only
 * now being made; without `maxMembers` the team is as large as may be. Throws already_in_team, team_size_limited,
 * too_many_requests.
 */
export async function insertTeamWithLeader(
  trx: Db,
  services: Needed,
  { userId, name, maxMembers, track }: { userId: string; name: string; maxMembers?: number; track?: string },
): Promise<string> {
  await lockUserWithoutTeam(trx, userId);
  await requireQuota(trx, services, userId, 'team_created');
  const size = newTeamSize(services.event, track ?? (await findTrackOfUser(trx, userId)), maxMembers);
  if (typeof size !== 'number') fail(size.code, size);
  const { id } = await insertWithFreeCode(services, (code) =>
    insertTeam(trx, { name, max_members: size, invite_code: code, creator_id: userId }),
  );
  await countQuotaUse(trx, services, userId, 'team_created');
  await addMember(trx, id, userId);
  return id;
}

/**
 * Asks a team's leader to be let in; returns the request's id. `track` is the asker's, where the application is only
 * now being made. Locks the team, then the person. Throws not_found (no such team), already_in_team, request_pending,
 * too_many_pending, team_full, team_limited, too_many_requests.
 */
export async function insertJoinRequest(
  trx: Db,
  services: Needed,
  {
    userId,
    teamId,
    message = '',
    track,
  }: { userId: string; teamId: string; message?: string; track?: string },
): Promise<string> {
  const team = await lockTeam(trx, teamId);
  if (!team) fail('not_found');
  const requester = await lockUserWithoutTeam(trx, userId);
  const asked = await selectRequestedTeamIds(trx, userId);
  if (asked.includes(teamId)) fail('request_pending');
  if (asked.length >= limits.team.maxPending) fail('too_many_pending');
  await requireSeat(trx, services.event, team, track ?? (await findTrackOfUser(trx, userId)));
  await requireQuota(trx, services, userId, 'join_asked');
  const { id } = await insertRequest(trx, { team_id: teamId, requester_id: userId, message });
  await countQuotaUse(trx, services, userId, 'join_asked');
  await notifyByEmail(trx, services, 'asked', {
    userId: team.creatorId,
    team: team.name,
    other: requester.name,
  });
  await notify(trx, `team:${teamId}`);
  await notify(trx, `user:${userId}`);
  return id;
}

/** A team as this person may see it. Throws not_found and forbidden. */
export async function getTeam(
  db: Db,
  services: Pick<Services, 'config'>,
  person: TeamActor,
  id: string,
): Promise<Team> {
  const team = await findTeam(db, id);
  if (!team) fail('not_found');
  if (!canReadTeam(person, team)) fail('forbidden');
  return toTeam(db, services, person, team);
}

/** Makes a team, in a transaction of its own; see `createTeam`. */
export function createTeam(
  services: Services,
  person: TeamActor,
  wished: { name: string; maxMembers?: number | undefined },
): Promise<Team> {
  return transact(services.db, async (trx) => {
    const id = await insertTeamWithLeader(trx, services, { userId: person.id, ...wished });
    return getTeam(trx, services, { ...person, teamId: id }, id);
  });
}

/** Refuses one more member of this track in a locked team. Throws team_full and team_limited. */
export async function requireSeat(
  trx: Db,
  event: Services['event'],
  team: TeamRow,
  track: string | null,
): Promise<void> {
  const refusal = seatRefusal(event, team.maxMembers, await selectMemberTracks(trx, team.id), track);
  if (refusal) fail(refusal.code, refusal);
}

/** Sets what somebody in no team wishes for. Throws preference_locked for somebody in a team, and not_found. */
export async function setTeamPreference(
  trx: Db,
  userId: string,
  preference: 'solo' | 'lookingForTeam',
): Promise<void> {
  if (await lockTeamOfUser(trx, userId)) fail('preference_locked');
  await updateUserPreference(trx, userId, preference);
}
