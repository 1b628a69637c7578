import { minute } from '../../../contract/platform/durations.ts';
import { findOrCreateAccount } from '../../people-data/accounts.service.ts';
import { hasAdmin } from '../../people-data/users.queries.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { createToken, hashToken } from '../../platform/sessions/session-holders.ts';
import { addAdmin } from '../users/roles.service.ts';
import { consumeLink, deleteAdminLinks, deleteUnusedLinks, insertLink } from './auth.queries.ts';
import { signIn } from './sign-in.service.ts';

// Browsers do not send anything after the `#`, so no log and no Referer header contains the token.
function toAddress({ config }: Services, kind: 'link' | 'organiser', token: string): string {
  return new URL(`/sign-in#${kind}=${token}`, config.publicUrl).href;
}

async function createLink(services: Services, db: Db, userId: string | null, lifetime: number) {
  const token = createToken(services);
  await storeLink(db, token, userId, new Date(services.now().getTime() + lifetime));
  return token;
}

/** Stores a link that signs a user in once; without a user, the link for the first organizer. */
export function storeLink(trx: Db, token: string, userId: string | null, expiresAt: Date): Promise<void> {
  return insertLink(trx, { token_hash: hashToken(token), user_id: userId, expires_at: expiresAt });
}

/** Creates a link that signs a user in once within 10 minutes. */
export async function createSignInLink(services: Services, trx: Db, userId: string): Promise<string> {
  return toAddress(services, 'link', await createLink(services, trx, userId, 10 * minute));
}

/**
 * Creates a link that makes its holder the first organizer, once within 24 hours, and invalidates any earlier link. Returns
 * `undefined` if there is an organizer already.
 */
export function createFirstAdminLink(services: Services): Promise<string | undefined> {
  return transact(services.db, async (trx) => {
    await lockKey(trx, 'first organizer');
    if (await hasAdmin(trx)) return undefined;
    await deleteAdminLinks(trx);
    return toAddress(services, 'organiser', await createLink(services, trx, null, 24 * 60 * minute));
  });
}

interface LinkUse {
  token: string;
  /** The email address for the first organizer, unless they are signed in. */
  email?: string | undefined;
  signedInId?: string | undefined;
  replaced?: string | undefined;
}

/**
 * Signs in with a printed link, and invalidates the person's other links. The link for the first organizer was read from
 * the machine's log, so the email address given with it counts as verified. Throws `invalid_link`, and `email_needed`,
 * after which the link still works.
 */
export function redeemSignInLink(services: Services, { token, email, signedInId, replaced }: LinkUse) {
  return transact(services.db, async (trx) => {
    const link = (await consumeLink(trx, hashToken(token), services.now())) ?? fail('invalid_link');
    let id = link.userId;
    if (id !== null) await deleteUnusedLinks(trx, id);
    else {
      await lockKey(trx, 'first organizer');
      if (await hasAdmin(trx)) fail('invalid_link');
      id = signedInId ?? (await findOrCreateAccount(trx, email ?? fail('email_needed')));
      await addAdmin(trx, services, id, id);
    }
    return signIn(services, trx, id, replaced);
  });
}
