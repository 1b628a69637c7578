import type { Db } from '../db/open.ts';

/** Removes what nobody can use any more: sign-ins under way and links that are over, sessions opened before `oldest`. */
export async function deleteExpiredRows(db: Db, now: Date, oldest: Date): Promise<void> {
  await db.deleteFrom('oidc_flows').where('expires_at', '<', now).execute();
  await db.deleteFrom('sign_in_links').where('expires_at', '<', now).execute();
  await db.deleteFrom('sessions').where('created_at', '<', oldest).execute();
}

/** Removes codes and their mails from before a moment; until then the limits on mails count them. */
export async function deleteCodesBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('email_codes').where('created_at', '<', moment).execute();
  await db.deleteFrom('mails').where('user_id', 'is', null).where('created_at', '<', moment).execute();
}
