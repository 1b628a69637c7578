import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/people/account.ts';
import { queuePlaceOffers } from '../../apply/places/places.service.ts';
import { deleteUser } from '../../platform/accounts/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockPlaces } from '../../platform/db/locks.ts';
import { transact } from '../../platform/db/transact.ts';
import { deleteFilesWithOwners } from '../../platform/files/files.service.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';
import { clearSessionCookie } from '../../platform/sessions/session-cookies.ts';
import { deleteProjectsOf } from '../../projects/projects.service.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import { leaveOwnersRefusal } from '../users/roles.rules.ts';
import { lockOwners } from '../users/roles.service.ts';
import { getRedactedPerson, redactPerson, redactTeam } from './redact-names.queries.ts';

/**
 * Deletes a user's account, in one transaction. Throws `last_owner`, and `stale_sign_in` when the session is older than
 * 10 minutes.
 * - Deleted: by `on delete cascade` in `platform/db/schema/` the ways to sign in, sessions, devices and stations, the application,
 *   withdrawn or not, with its place, reviews, answers, agreements and guardian, check-ins, requests, card, emails to and
 *   about them, and uploads, whose stored files go a day later; here a project that is theirs alone, and codes, walk-ins and
 *   emails that only know the address.
 * - Anonymized: their own table and its scores; the name in their team's; first and last name as organizers approved them, and
 *   the address, in every text of the team's project and of others: these words are replaced, and the rest stays.
 * - Stays: the team under its next leader, with project, table and scores; what they did as organizer or volunteer,
 *   by nobody; their audit entries, under an id that then belongs to nobody.
 */
export async function deleteMyAccount(
  services: Services,
  { actor: user, reply }: HttpCall<typeof contract.deleteMyAccount>,
): Promise<void> {
  if (services.now().getTime() - user.signedInAt.getTime() > limits.freshSignIn) fail('stale_sign_in');
  await transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    const owners = await lockOwners(trx);
    failIf(leaveOwnersRefusal(user.id, owners));
    const person = await getRedactedPerson(trx, user);
    await redactTeam(trx, person);
    await leaveTeamAndRequests(trx, services, user.id);
    await recordAudit(trx, { actorId: user.id, action: 'account.deleted', subject: user.id });
    await redactPerson(trx, person);
    await deleteProjectsOf(trx, [user.id]);
    await deleteFilesWithOwners(trx, [user.id]);
    await deleteUser(trx, user.id, user.email);
    await queuePlaceOffers(trx, services.event);
    // The gallery is in memory.
    await notifySubscribers(trx, 'projects');
  });
  clearSessionCookie(services.config, 'user', reply);
}
