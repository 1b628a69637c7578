import type * as contract from '../../../contract/people/account.ts';
import { lockPlaces } from '../../event/places.locks.ts';
import { lockUsers } from '../../people-data/users.locks.ts';
import { findAddressHolder, hasApplied, updateAddress } from '../../people-data/users.queries.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail, failIf } from '../../platform/http/problem.ts';
import { createEmail, formatGreeting } from '../../platform/mail/email.ts';
import { queueMail } from '../../platform/mail/mail.service.ts';
import type { Services } from '../../platform/services.ts';
import { leaveTeamAndRequests } from '../../teams/members.service.ts';
import { deleteAccount } from './delete-account.service.ts';
import { mergeRefusal } from './merge-accounts.rules.ts';
import { moveToAccount } from './personal-data.queries.ts';

/**
 * Merges the account of a participant with the one that has an address. Throws `not_found`, `no_other_account`, `merge_staff`
 * and `merge_applied`.
 */
export async function mergeAccounts(
  services: Services,
  { actor, params: { id }, body: { email, keeps } }: Call<typeof contract.mergeAccounts>,
): Promise<void> {
  await transact(services.db, async (trx) => {
    await lockPlaces(trx, services.event);
    await lockKey(trx, `email ${email}`);
    const other = await findAddressHolder(trx, email);
    if (!other || other.id === id) fail('no_other_account');
    const [keptId, removedId] = keeps === 'this' ? [id, other.id] : [other.id, id];
    await mergeInto(trx, services, { keptId, removedId, actorId: actor.id });
  });
}

/**
 * Merges two accounts that a person has proven to be theirs, if one of them belongs to a participant who has not applied.
 * Returns the account to sign in to: `id` if both are in use, since only an organizer decides then.
 */
export async function mergeEmptyAccount(
  trx: Db,
  services: Services,
  id: string,
  other: { id: string; role: string },
): Promise<string> {
  const isEmpty = !(await hasApplied(trx, id));
  if (!isEmpty && (other.role !== 'hacker' || (await hasApplied(trx, other.id)))) return id;
  const [keptId, removedId] = isEmpty ? [other.id, id] : [id, other.id];
  await mergeInto(trx, services, { keptId, removedId });
  return keptId;
}

/**
 * Merges one account into another, which keeps everything, receives what `registered-data.ts` marks as `moves`, and takes
 * over a confirmed address if it has none. The rest of the merged account is deleted. Both addresses are notified.
 */
async function mergeInto(
  trx: Db,
  services: Services,
  { keptId, removedId, actorId }: { keptId: string; removedId: string; actorId?: string },
): Promise<void> {
  const { event } = services;
  await leaveTeamAndRequests(trx, services, removedId);
  const users = await lockUsers(trx, [keptId, removedId]);
  const [kept, removed] = [keptId, removedId].map((id) => users.find((user) => user.id === id));
  if (!kept || !removed) fail('not_found');
  const applied = { kept: await hasApplied(trx, keptId), removed: await hasApplied(trx, removedId) };
  failIf(mergeRefusal(actorId ? [kept.role, removed.role] : [removed.role], applied));
  await moveToAccount(trx, { keptId, removedId });
  await deleteAccount(trx, services, removedId);
  const confirmed = [kept, removed].find((user) => user.emailVerified && !user.emailTrusted)?.email;
  if (confirmed) await updateAddress(trx, keptId, confirmed);
  await recordAudit(trx, actorId ?? keptId, 'accounts.merged', keptId, { merged: removedId });
  const address = confirmed ?? kept.email;
  const email = createEmail(`You have one account at ${event.name} now`, event, [
    { heading: 'Your accounts were merged' },
    formatGreeting(kept.name || removed.name),
    `You had two accounts.${address ? ` The one that you have now gets its emails at ${address}.` : ''}${applied.kept ? ' Your application is there.' : ''}`,
    { small: 'Was only one of them yours? Then write to the organizers.' },
  ]);
  for (const to of new Set([kept.email, removed.email]))
    if (to) await queueMail(trx, { ...email, to, userId: keptId });
}
