import { getRoleAndEmail, selectAdminIds, updateRole } from '../../platform/accounts/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { closeUserSessions } from '../../platform/sessions/sessions.service.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';

/** Returns the ids of all organizers and keeps any other call from removing one of them until the transaction ends. */
export async function lockAdmins(trx: Db): Promise<string[]> {
  await lockKey(trx, 'organizers');
  return selectAdminIds(trx);
}

/** Gives a user a role and ends their sessions, so that no older token gains rights. */
export async function setRole(
  trx: Db,
  id: string,
  role: 'hacker' | 'volunteer' | 'admin',
  actorId: string | null,
): Promise<void> {
  await updateRole(trx, id, role);
  await closeUserSessions(trx, id);
  await recordAudit(trx, { actorId, action: `role.${role}`, subject: id });
}

/**
 * Makes a user an organizer: takes them out of their team, closes their join requests and ends their sessions. Returns false
 * when they were one already.
 */
export async function addAdmin(
  trx: Db,
  services: Services,
  id: string,
  actorId: string | null,
): Promise<boolean> {
  await leaveTeamAndRequests(trx, services, id);
  if ((await getRoleAndEmail(trx, id)).role === 'admin') return false;
  await setRole(trx, id, 'admin', actorId);
  return true;
}

/** Makes an organizer a hacker again and ends their sessions. Returns false when they were not one. Throws `last_admin`. */
export async function removeAdmin(trx: Db, id: string, actorId: string | null): Promise<boolean> {
  const admins = await lockAdmins(trx);
  if (!admins.includes(id)) return false;
  if (admins.length === 1) fail('last_admin');
  await setRole(trx, id, 'hacker', actorId);
  return true;
}
