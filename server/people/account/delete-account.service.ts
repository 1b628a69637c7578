import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/people/account.ts';
import { removalRefusal } from '../../apply/applications/applications.rules.ts';
import { queuePlaceOffers } from '../../apply/places/places.service.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { lockUser } from '../../people-data/users.locks.ts';
import { selectOwnerIds } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { deleteFilesOf } from '../../platform/files/files.service.ts';
import type { Call, HttpCall } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { notifySubscribers } from '../../platform/live/notify.ts';
import { createEmail, formatGreeting } from '../../platform/mail/email.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { clearSessionCookie } from '../../platform/sessions/session-cookies.ts';
import { deleteProjectsOf } from '../../projects/projects.service.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import { leaveOwnersRefusal } from '../users/roles.rules.ts';
import { lockOwners } from '../users/roles.service.ts';
import { deleteUsers } from './personal-data.queries.ts';
import * as queries from './redact-names.queries.ts';

/** Every instance of the program has the settings in memory. */
async function redactTexts(trx: Db, words: queries.StaffWords, options?: { lasting: boolean }) {
  if (await queries.redactStaffTexts(trx, words, options)) await notifySubscribers(trx, 'event');
}

/** How many people's names one pass searches for: each is compared with each text by staff. */
const peopleAtOnce = 20;

/** Redacts the names and addresses of people deleted by age in texts by staff that are not deleted by age themselves. */
export async function redactPeople(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += peopleAtOnce)
    await transact(db, async (trx) => {
      const some = ids.slice(from, from + peopleAtOnce);
      await redactTexts(trx, await queries.selectWordsOf(trx, some), { lasting: true });
    });
}

/**
 * Deletes the caller's account as `deleteUserAccount` does. Throws `last_owner`, and `stale_sign_in` when the session is older
 * than 10 minutes.
 */
export async function deleteMyAccount(
  services: Services,
  { actor: user, reply }: HttpCall<typeof contract.deleteMyAccount>,
): Promise<void> {
  requireFreshSignIn(services, user);
  failIf(leaveOwnersRefusal(user.id, await selectOwnerIds(services.db)));
  await deleteUserAccount(services, user, {
    by: user.id,
    lock: async (trx) => failIf(leaveOwnersRefusal(user.id, await lockOwners(trx))),
  });
  clearSessionCookie(services.config, 'user', reply);
}

/**
 * Deletes a participant's account at their request, as `deleteUserAccount` does. The log keeps the id, but no name. Throws
 * `stale_sign_in`, `not_found` and `removal_of_staff`.
 */
export async function deleteParticipant(
  services: Services,
  { actor, params: { id } }: Call<typeof contract.deleteParticipant>,
): Promise<void> {
  requireFreshSignIn(services, actor);
  const find = async (db: Db) => {
    const person = (await lockUser(db, id)) ?? fail('not_found');
    failIf(removalRefusal(person.role));
    return person;
  };
  const person = await transact(services.db, find);
  await deleteUserAccount(services, person, { by: actor.id, check: find });
}

/** Throws `stale_sign_in` when the session is older than 10 minutes. */
export function requireFreshSignIn({ now }: Pick<Services, 'now'>, { signedInAt }: { signedInAt: Date }) {
  if (now().getTime() - signedInAt.getTime() > limits.freshSignIn) fail('stale_sign_in');
}

/**
 * Deletes a user's account. `registered-data.ts` says for each table what is deleted, kept without the person, and
 * redacted. Names are redacted first, in a transaction without the lock of the places, because it reads whole tables. The
 * second transaction deletes the account, after `lock` and `check`. A crash between them leaves the account, and the next
 * try continues.
 *
 * The team keeps its project, table and scores under its next leader; log entries keep an id that no longer belongs to
 * anybody. Stored files are deleted a day later.
 */
async function deleteUserAccount(
  services: Services,
  user: { id: string; email: string | null },
  how: { by: string; lock?: (trx: Db) => Promise<unknown>; check?: (trx: Db) => Promise<unknown> },
): Promise<void> {
  const { by, lock, check } = how;
  const person = await queries.getRedactedPerson(services.db, user);
  await transact(services.db, async (trx) => {
    await redactTexts(trx, await queries.selectWordsOf(trx, [user.id]));
    await queries.redactOwnTraces(trx, person);
  });
  await transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    await lock?.(trx);
    await leaveTeamAndRequests(trx, services, user.id);
    await check?.(trx);
    await recordAudit(trx, by, 'account.deleted', user.id);
    const locked = await lockUser(trx, user.id);
    await deleteAccount(trx, services, user.id);
    if (locked?.email && locked.emailVerified) {
      const mail = { ...createGoodbyeEmail(services), to: locked.email, userId: null, isLast: true };
      await queueMail(trx, mail);
    }
  });
}

/** Creates the email that confirms the deletion of an account. It names nobody. */
function createGoodbyeEmail({ event }: Pick<Services, 'event'>) {
  return createEmail(`Your account at ${event.name} is gone`, event, [
    { heading: 'Your account is gone. Thank you' },
    formatGreeting(''),
    `We have deleted your account and your application.${event.projects ? ' A project stays with the others of its team; one of yours alone is deleted too.' : ''} Your files go within a day.`,
    { small: `This address gets no more emails about ${event.name}.` },
  ]);
}

/** Deletes accounts with their files and everything that refers to them. */
export async function deleteAccountsWithFiles(trx: Db, ids: readonly string[]): Promise<void> {
  await deleteFilesOf(trx, 'owner_id', ids);
  await deleteUsers(trx, ids);
}

/** Deletes a person who has left their team, with projects and files. */
export async function deleteAccount(trx: Db, { event }: Pick<Services, 'event'>, id: string): Promise<void> {
  await deleteProjectsOf(trx, [id]);
  await deleteAccountsWithFiles(trx, [id]);
  await queuePlaceOffers(trx, event);
  // The gallery is in memory.
  await notifySubscribers(trx, 'projects');
}
