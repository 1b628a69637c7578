import { recordAudit } from '../audit/audit.service.ts';
import type { Db } from '../db/open.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { closeUserSessions } from '../sessions/sessions.service.ts';
import { leaveAllTeams } from '../teams/members.service.ts';
import { getRoleAndEmail, lockAdmins, lockUser, updateRole } from './users.queries.ts';

/**
 * Makes a person an organiser, who is in no team. All their sessions end, so that no older token gains rights. False when
 * they were one.
 */
export async function addAdmin(
  trx: Db,
  services: Services,
  id: string,
  actorId: string | null,
): Promise<boolean> {
  await leaveAllTeams(trx, services, id);
  await lockUser(trx, id);
  if ((await getRoleAndEmail(trx, id)).role === 'admin') return false;
  await updateRole(trx, id, 'admin');
  await closeUserSessions(trx, id);
  await recordAudit(trx, { actorId, action: 'role.admin', subject: id });
  return true;
}

/** Makes an organiser a hacker again and ends their sessions. False when they were none. Throws last_admin. */
export async function removeAdmin(trx: Db, id: string, actorId: string | null): Promise<boolean> {
  const admins = await lockAdmins(trx);
  if (!admins.includes(id)) return false;
  if (admins.length === 1) fail('last_admin');
  await updateRole(trx, id, 'hacker');
  await closeUserSessions(trx, id);
  await recordAudit(trx, { actorId, action: 'role.hacker', subject: id });
  return true;
}
