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
 * Deletes a user's account, in one transaction. Throws `last_admin`, and `stale_sign_in` when the session is older than
 * 10 minutes.
 * - Deleted: by `on delete cascade` in `db/migrations/` the ways to sign in, sessions, devices and stations, the application,
 *   withdrawn or not, with its place, reviews, answers, agreements and guardian, check-ins, requests, card, emails to and
 *   about them, and uploads, whose stored files go a day later; here a project that is theirs alone, and codes, walk-ins and
 *   emails that only know the address.
 * - Anonymized: their team, its project and table, their own table and its scores, where these have the name; a name that
 *   organizers approved, and the address, in what others wrote: the name is replaced or the text is deleted.
 * - Stays: the team under its next leader, with project, table and scores; what they did as organizer or volunteer,
 *   by nobody; their audit entries, under an id that then belongs to nobody.
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
