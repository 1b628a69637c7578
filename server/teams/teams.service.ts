import type * as contract from '../../contract/teams/teams.ts';
import { lockUser } from '../people-data/users.locks.ts';
import { findTrackOfUser } from '../people-data/users.queries.ts';
import type { Db } from '../platform/db/open.ts';
import { RetryableConflict, transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { fail, failIf } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { insertWithFreeCode } from './invite-code.ts';
import { insertRequest, selectRequestedTeamIds } from './join-requests.queries.ts';
import { deleteCardOfUser, endSearch } from './team-cards.queries.ts';
import { sendTeamEmail } from './team-emails.ts';
import { requireLeaderQuota, takeQuota } from './team-quotas.ts';
import { findSeatFacts, giveWorkToTeam } from './team-work.queries.ts';
import { lockTeam } from './teams.locks.ts';
import { canReadTeam } from './teams.policy.ts';
import * as queries from './teams.queries.ts';
import {
  askRefusal,
  getDefaultTeamSize,
  joinRefusal,
  membershipRefusal,
  teamSizeRefusal,
  teamTrackRefusal,
  toSeats,
} from './teams.rules.ts';
import { toTeam } from './teams.views.ts';

type Needed = Pick<Services, 'event' | 'random' | 'now' | 'config'>;

/**
 * Locks the team that a person is in, then the person, and returns the team; null when in none. A change that depends on
 * both, like one of the track, begins with this. Throws `not_found` when the person no longer exists.
 */
export async function lockTeamOfUser(trx: Db, userId: string): Promise<queries.TeamRow | null> {
  const teamId = await queries.findTeamIdOfUser(trx, userId);
  const team = teamId ? await lockTeam(trx, teamId) : undefined;
  if (!(await lockUser(trx, userId))) fail('not_found');
  if ((await queries.findTeamIdOfUser(trx, userId)) !== team?.id) throw new RetryableConflict();
  return team ?? null;
}

/** Refuses a track that a locked team is too large for. Throws `track_limited`. */
export async function requireTrackFitsTeam(
  trx: Db,
  event: Services['event'],
  { teamId, track }: { teamId: string; track: string },
): Promise<void> {
  failIf(teamTrackRefusal(event, (await queries.selectMemberTracks(trx, teamId)).length, track));
}

/** Locks a person and makes sure that they are still a hacker. Throws `not_found` and `forbidden`. */
async function lockHacker(trx: Db, userId: string) {
  const user = (await lockUser(trx, userId)) ?? fail('not_found');
  if (user.role !== 'hacker') fail('forbidden');
  return user;
}

/** Locks a hacker who is in no team. Throws `not_found`, `forbidden` and `already_in_team`. */
export async function lockUserWithoutTeam(trx: Db, userId: string): Promise<void> {
  await lockHacker(trx, userId);
  failIf(membershipRefusal(await queries.findTeamIdOfUser(trx, userId)));
}

/** Deletes somebody's card, if any, with the invites to it, and notifies the teams that sent those. */
export async function deleteCard(trx: Db, userId: string): Promise<void> {
  for (const teamId of await deleteCardOfUser(trx, userId)) await notifySubscribers(trx, `team:${teamId}`);
}

/**
 * Adds a locked person to a locked team with what they have submitted and their table, closes their requests to other teams
 * and deletes their card.
 */
export async function addMember(trx: Db, { now }: Pick<Services, 'now'>, teamId: string, userId: string) {
  await queries.insertMember(trx, teamId, userId);
  const hasWork = await giveWorkToTeam(trx, { teamId, userId, now: now() });
  const topics = await endSearch(trx, { userId, teamId, at: now() });
  await notifySubscribers(
    trx,
    ...(hasWork ? (['projects', 'judging'] as const) : []),
    ...new Set([...topics, `team:${teamId}` as const, `user:${userId}` as const]),
  );
}

/**
 * Creates a team with this person as its leader; returns both, the person locked. `track` is the leader's track when their application is
 * created in the same transaction; without `maxMembers` the team is as large as the track allows. Throws
 * `forbidden`, `already_in_team`, `team_size_limited` and `too_many_requests`.
 */
export async function createTeamWithin(
  trx: Db,
  services: Needed,
  wanted: { userId: string; name: string; maxMembers?: number; track?: string; idea?: string },
) {
  const { userId, name, maxMembers, track, idea } = wanted;
  const leader = await lockHacker(trx, userId);
  const person = await queries.findMembership(trx, userId);
  failIf(membershipRefusal(person.teamId));
  await takeQuota(trx, services, userId, 'team_created');
  const leaderTrack = track ?? person.track;
  const size = maxMembers ?? getDefaultTeamSize(services.event, leaderTrack);
  failIf(teamSizeRefusal(services.event, leaderTrack, size));
  const team = await insertWithFreeCode(services, (code) =>
    queries.insertTeam(trx, { name, max_members: size, invite_code: code, creator_id: userId, idea }),
  );
  await addMember(trx, services, team.id, userId);
  return { team, leader };
}

/**
 * Creates a request to join a team and returns its id. `track` is the requester's track when their application is created
 * in the same transaction, and `field` names the team in its form. Locks the team, then the person. Throws `team_gone`,
 * `not_found`, `forbidden`, `already_in_team`, `request_pending`, `too_many_pending`, `team_full`, `team_limited`,
 * `team_decided`, `asked_too_often` and `too_many_requests`.
 */
export async function createJoinRequestWithin(
  trx: Db,
  services: Needed,
  asked: { userId: string; teamId: string; message?: string; track?: string; field?: string },
): Promise<string> {
  const { userId, teamId, message = '', track, field } = asked;
  const team = await lockTeam(trx, teamId);
  const requester = await lockHacker(trx, userId);
  if (!team) fail('team_gone', { field });
  const asker = {
    teamId: await queries.findTeamIdOfUser(trx, userId),
    askedTeamIds: await selectRequestedTeamIds(trx, userId),
    track: track ?? (await findTrackOfUser(trx, userId)),
  };
  const { tracks, isDecided } = await findSeatFacts(trx, teamId);
  const seats = toSeats(services.event, team.maxMembers, tracks);
  const refusal = askRefusal(services.event, asker, { id: team.id, isDecided, ...seats });
  failIf(refusal && { ...refusal, field });
  await requireLeaderQuota(trx, services, userId, team.leaderId);
  await takeQuota(trx, services, userId, 'join_asked');
  const { id } = await insertRequest(trx, {
    team_id: teamId,
    requester_id: userId,
    message,
    created_at: services.now(),
  });
  await sendTeamEmail(trx, services, 'asked', {
    userId: team.leaderId,
    team: team.name,
    other: requester,
  });
  await notifySubscribers(trx, `team:${teamId}`, `user:${userId}`);
  return id;
}

/** Returns the name of a team, and the track in which its project begins: the leader's. */
export async function findTeamOfProject(db: Db, id: string | null) {
  return id === null ? undefined : queries.findTeamNameAndTrack(db, id);
}

/** Returns a team as this person may see it. Throws `not_found` and `forbidden`. */
export async function getTeam(
  services: Pick<Services, 'db' | 'config' | 'event'>,
  { actor, params }: Call<typeof contract.getTeam>,
): Promise<contract.Team> {
  const team = (await queries.findTeam(services.db, params.id)) ?? fail('not_found');
  if (!canReadTeam(actor, team)) fail('forbidden');
  return toTeam(services.db, services, actor, team);
}

/** Creates a team in a transaction of its own; throws as `createTeamWithin` does. */
export function createTeam(services: Services, { actor, body: team }: Call<typeof contract.createTeam>) {
  return transact(services.db, async (trx) => {
    const created = (await createTeamWithin(trx, services, { userId: actor.id, ...team })).team;
    return toTeam(trx, services, { ...actor, teamId: created.id }, created);
  });
}

/**
 * Refuses one more member on this track in a locked team; an organizer may still add somebody to a team that has won. Throws
 * `team_full`, `team_limited` and `team_decided`.
 */
export async function requireSeat(
  trx: Db,
  event: Services['event'],
  team: queries.TeamRow,
  track: string | null,
  by: 'member' | 'organizer' = 'member',
): Promise<void> {
  const facts = await findSeatFacts(trx, team.id);
  const isDecided = facts.isDecided && by === 'member';
  failIf(joinRefusal(event, { ...toSeats(event, team.maxMembers, facts.tracks), isDecided }, track));
}

/**
 * Locks somebody who was in no team when they were asked, and sets their preference. Throws `not_found`, and RetryableConflict
 * when they have come into a team since: then `actor` knows it.
 */
export async function preferWithoutTeam(
  trx: Db,
  actor: { id: string; teamId: string | null },
  preference: 'solo' | 'lookingForTeam',
) {
  const user = (await queries.updateUserPreference(trx, actor.id, preference)) ?? fail('not_found');
  actor.teamId = (await queries.findTeamIdOfUser(trx, actor.id)) ?? null;
  if (actor.teamId) throw new RetryableConflict();
  return user;
}

/** Sets the team preference of somebody in no team. Throws `preference_locked` for a team member, and `not_found`. */
export async function setTeamPreference(trx: Db, userId: string, preference: 'solo' | 'lookingForTeam') {
  if (await lockTeamOfUser(trx, userId)) fail('preference_locked');
  await queries.updateUserPreference(trx, userId, preference);
}
