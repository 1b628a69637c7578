import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/schema.ts';

export async function insertFlow(db: Db, flow: Insertable<Tables['oidc_flows']>): Promise<void> {
  await db.insertInto('oidc_flows').values(flow).execute();
}

/** Deletes and returns a flow. Only the browser, the provider and the state that it was made for find it, once. */
export function consumeFlow(db: Db, cookieHash: Buffer, issuer: string, state: string, now: Date) {
  return db
    .deleteFrom('oidc_flows')
    .where('cookie_hash', '=', cookieHash)
    .where('issuer', '=', issuer)
    .where('state', '=', state)
    .where('expires_at', '>', now)
    .returning(['state', 'nonce', 'code_verifier as codeVerifier', 'return_to as returnTo'])
    .executeTakeFirst();
}

export function findUserByIdentity(db: Db, issuer: string, subject: string) {
  return db
    .selectFrom('identities')
    .select('user_id as id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function insertIdentity(db: Db, issuer: string, subject: string, userId: string): Promise<void> {
  await db.insertInto('identities').values({ issuer, subject, user_id: userId }).execute();
}
