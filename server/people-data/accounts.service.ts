import { lockKey } from '../platform/db/locks.ts';
import type { Db } from '../platform/db/open.ts';
import { deleteUserSessions } from './sessions.queries.ts';
import * as queries from './users.queries.ts';

/**
 * Returns the id of the account with a verified email address, and creates it when there is none. An account that never
 * verified the address loses it, because anybody may have claimed it, unless an organizer made it for a walk-in. One whose
 * address was only trusted stays, but its sessions and identities end: they may be somebody else's.
 */
export async function findOrCreateAccount(trx: Db, email: string, name = ''): Promise<string> {
  await lockKey(trx, `email ${email}`);
  const holder = await queries.findAddressHolder(trx, email);
  if (holder?.trusted) {
    await queries.deleteIdentities(trx, holder.id);
    await deleteUserSessions(trx, holder.id);
    await queries.updateAddress(trx, holder.id, email);
  }
  if (holder?.verified) return holder.id;
  const claimed = holder && (await queries.claimWalkInAccount(trx, email));
  if (claimed) return claimed;
  await queries.clearUnverifiedEmail(trx, email);
  return queries.insertUser(trx, { email, email_verified: true, name });
}
