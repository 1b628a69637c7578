import { openSession } from '../../people-data/sessions.service.ts';
import { findUser, getUserRow } from '../../people-data/users.queries.ts';
import type { UserRow } from '../../people-data/users-with-status.ts';
import type { Db } from '../../platform/db/open.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { addAdmin } from '../users/roles.service.ts';

export interface OpenedSession {
  token: string;
  user: UserRow;
}

/** Returns the ways of signing in that this site offers. */
export function getSignInOptions({ config }: Pick<Services, 'config'>) {
  return {
    provider: config.oidc ? { name: config.oidc.name } : null,
    mailIsDelivered: config.smtpUrl !== undefined,
  };
}

/**
 * Signs a user in, replacing the session `replaced`, and makes them an organizer when ADMIN_EMAILS says so. Throws
 * `removed`.
 */
export async function signIn(services: Services, trx: Db, id: string, replaced?: string) {
  const { email, emailVerified: verified, emailTrusted: trusted, removedAt } = (await findUser(trx, id))!;
  if (removedAt)
    fail('removed', { values: { contact: services.event.links.contact.replace(/^mailto:/, '') } });
  if (email && verified && !trusted && services.config.adminEmails.includes(email))
    await addAdmin(trx, services, id, null);
  const token = await openSession(services, trx, 'user', { user_id: id }, replaced);
  return { token, user: await getUserRow(trx, id) };
}
