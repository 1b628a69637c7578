import { lockKey } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { fail } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { addAdmin } from '../users/roles.service.ts';
import { hasAdmin } from '../users/users.queries.ts';
import { findOrCreateAccount, type OpenedSession, signIn } from '../users/users.service.ts';
import { hashToken } from './sessions.service.ts';
import { consumeLink, deleteAdminLinks, insertLink } from './sign-in-links.queries.ts';

const minute = 60_000;

// The token stands behind the `#`, which browsers send to nobody: it is in no log and in no Referer.
function address({ config }: Services, kind: 'link' | 'organiser', token: string): string {
  return new URL(`/sign-in#${kind}=${token}`, config.publicUrl).href;
}

async function newLink(services: Services, db: Db, userId: string | null, lifetime: number): Promise<string> {
  const token = services.random(32).toString('base64url');
  const expires = new Date(services.now().getTime() + lifetime);
  await insertLink(db, { token_hash: hashToken(token), user_id: userId, expires_at: expires });
  return token;
}

/** A link that signs a person in once within 10 minutes. */
export async function createSignInLink(services: Services, trx: Db, userId: string): Promise<string> {
  return address(services, 'link', await newLink(services, trx, userId, 10 * minute));
}

/**
 * A link with which one person becomes the first organiser, once within 24 hours; it voids the one before. Undefined
 * when there is an organiser already.
 */
export function createFirstAdminLink(services: Services): Promise<string | undefined> {
  return transact(services.db, async (trx) => {
    await lockKey(trx, 'first organiser');
    if (await hasAdmin(trx)) return undefined;
    await deleteAdminLinks(trx);
    return address(services, 'organiser', await newLink(services, trx, null, 24 * 60 * minute));
  });
}

interface LinkUse {
  token: string;
  /** The address that the first organiser gives, unless signed in. */
  email?: string | undefined;
  signedInId?: string | undefined;
  replaced?: string | undefined;
}

/**
 * Signs in with a printed link. Whoever holds the one for the first organiser has the machine's log, so the address they
 * give counts as proved. Throws invalid_link, and email_needed, which leaves the link usable.
 */
export function redeemSignInLink(
  services: Services,
  { token, email, signedInId, replaced }: LinkUse,
): Promise<OpenedSession> {
  return transact(services.db, async (trx) => {
    const link = await consumeLink(trx, hashToken(token), services.now());
    if (!link) fail('invalid_link');
    let id = link.userId;
    if (id === null) {
      await lockKey(trx, 'first organiser');
      if (await hasAdmin(trx)) fail('invalid_link');
      id = signedInId ?? (await findOrCreateAccount(trx, email ?? fail('email_needed')));
      await addAdmin(trx, services, id, id);
    }
    return signIn(services, trx, id, replaced);
  });
}
