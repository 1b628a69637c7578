import { hasAccess, type Role } from '../../../contract/platform/roles.ts';
import { endClaimsOf } from '../../apply/reviews/reviews.service.ts';
import { endMentoring } from '../../event-day/help/help.service.ts';
import { deleteUserSessions } from '../../people-data/sessions.queries.ts';
import { findUser, selectOwnerIds, updateRole } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { failIf } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import { leaveOwnersRefusal } from './roles.rules.ts';

/** Returns the ids of all owners, and blocks other calls from removing one until the transaction ends. */
export async function lockOwners(trx: Db): Promise<string[]> {
  await lockKey(trx, 'organizers');
  return selectOwnerIds(trx);
}

/** Gives a user a role and ends their sessions, so that no older token gains rights. */
export async function setRole(trx: Db, id: string, role: Role | 'owner', actorId: string | null) {
  const isOwner = role === 'owner';
  await updateRole(trx, id, isOwner ? 'admin' : role, isOwner);
  await deleteUserSessions(trx, id);
  if (!isOwner && !hasAccess(role, 'application-reviewer')) await endClaimsOf(trx, id);
  if (!isOwner && !hasAccess(role, 'mentor')) await endMentoring(trx, id);
  await recordAudit(trx, actorId, `role.${role}`, id);
}

/**
 * Makes a user an organizer, or an owner if there is none: takes them out of their team, closes their join requests and
 * ends their sessions. Returns false if they already were one.
 */
export async function addAdmin(trx: Db, services: Services, id: string, actorId: string | null) {
  await leaveTeamAndRequests(trx, services, id);
  if ((await findUser(trx, id))!.role === 'admin') return false;
  await setRole(trx, id, (await selectOwnerIds(trx)).length > 0 ? 'admin' : 'owner', actorId);
  return true;
}

/** Makes an organizer an owner. Returns false if they already were one. */
export async function addOwner(trx: Db, services: Services, id: string): Promise<boolean> {
  const owners = await lockOwners(trx);
  await leaveTeamAndRequests(trx, services, id);
  if (owners.includes(id)) return false;
  await setRole(trx, id, 'owner', null);
  return true;
}

/**
 * Makes an organizer a hacker again and ends their sessions. Returns false if they were not an organizer. Throws
 * `last_owner`.
 */
export async function removeAdmin(trx: Db, id: string, actorId: string | null): Promise<boolean> {
  const owners = await lockOwners(trx);
  if ((await findUser(trx, id))!.role !== 'admin') return false;
  failIf(leaveOwnersRefusal(id, owners));
  await setRole(trx, id, 'hacker', actorId);
  return true;
}
