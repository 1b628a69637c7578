import type { Db } from '../../platform/db/open.ts';

export async function deleteExpiredFlows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oidc_flows').where('expires_at', '<', now).execute();
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_links').where('expires_at', '<', now).execute();
}

/** Deletes the codes from before a moment, and their emails. */
export async function deleteCodesBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('email_codes').where('created_at', '<', moment).execute();
  await db.deleteFrom('mails').where('user_id', 'is', null).where('created_at', '<', moment).execute();
}
