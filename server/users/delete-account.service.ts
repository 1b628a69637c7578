import { limits } from '../../contract/limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockPlaces } from '../db/locks.ts';
import { transact } from '../db/transact.ts';
import { deleteFilesWithOwners } from '../files/files.service.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { fail } from '../http/problem.ts';
import { queuePlaceOffers } from '../places/places.service.ts';
import { deleteProjectsOf } from '../projects/projects.service.ts';
import type { Services } from '../services.ts';
import type { SignedInUser } from '../sessions/sessions.service.ts';
import { leaveTeamAndRequests } from '../teams/members.service.ts';
import { deleteUser, redactPerson, redactTeam, selectNames } from './delete-account.queries.ts';
import { lockAdmins } from './roles.service.ts';

/**
 * Deletes a user's account. Foreign keys delete every row that belongs to it (each table's `on delete cascade` in
 * `db/migrations/`); `deleteProjectsOf` deletes the project of somebody without a team, `deleteUser` what only knows the
 * address, and `redactPerson` removes names and addresses elsewhere. Their team gets a new leader, their audit entries keep
 * the id that then belongs to nobody, and their stored files are deleted a day later. Throws `stale_sign_in` when the session
 * is older than 10 minutes, and `last_admin`.
 */
export async function deleteMyAccount(services: Services, user: SignedInUser): Promise<void> {
  if (services.now().getTime() - user.signedInAt.getTime() > limits.freshSignIn) fail('stale_sign_in');
  await transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    const admins = await lockAdmins(trx);
    if (admins.length === 1 && admins[0] === user.id) fail('last_admin');
    const { names, approvedNames, applications } = await selectNames(trx, user.id);
    // Emails hold them escaped.
    const toWritten = (all: string[]) => all.flatMap((name) => [name, escapeHtml(name)]);
    const person = {
      id: user.id,
      names: toWritten(names),
      approvedNames: toWritten(approvedNames),
      email: user.email,
    };
    await redactTeam(trx, person);
    await leaveTeamAndRequests(trx, services, user.id);
    await recordAudit(trx, { actorId: user.id, action: 'account.deleted', subject: user.id });
    await redactPerson(trx, person, applications);
    await deleteProjectsOf(trx, [user.id]);
    await deleteFilesWithOwners(trx, [user.id]);
    await deleteUser(trx, user.id, user.email);
    await queuePlaceOffers(trx, services.event);
  });
}
