import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Selects the codes emailed to a mailbox since a moment, newest first. Known devices count separately. */
export function selectEmailedCodes(
  db: Db,
  { mailbox, isKnownDevice, since }: { mailbox: string; isKnownDevice: boolean; since: Date },
) {
  return db
    .selectFrom('email_codes')
    .select(['created_at as at', 'flow_hash as flowHash', 'network'])
    .where('mailbox', '=', mailbox)
    .where('known_device', '=', isKnownDevice)
    .where('mailed', '=', true)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Counts the mailboxes that a network asked codes for since a moment: those that signed in with one, and the others. */
export async function selectNetworkUse(db: Db, network: Buffer, since: Date) {
  const mailboxes = db
    .selectFrom('email_codes')
    .select(sql<boolean>`bool_or(used_at is not null)`.as('isUsed'))
    .where('network', '=', network)
    .where('created_at', '>', since)
    .groupBy('mailbox');
  return await db
    .selectFrom(mailboxes.as('mailboxes'))
    .select([
      sql<number>`count(*) filter (where "isUsed")::int`.as('used'),
      sql<number>`count(*) filter (where not "isUsed")::int`.as('unused'),
    ])
    .executeTakeFirstOrThrow();
}

export async function insertCode(db: Db, code: Insertable<Tables['email_codes']>): Promise<string> {
  const { id } = await db.insertInto('email_codes').values(code).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Selects the unexpired codes of an address, including used ones and those without tries left. */
export function selectCodes(db: Db, email: string, now: Date) {
  return db
    .selectFrom('email_codes')
    .select([
      'id',
      'flow_hash as flowHash',
      'tries',
      'outside_tries as outsideTries',
      'outside_tried_at as outsideTriedAt',
      'used_at as usedAt',
    ])
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .execute();
}

export async function incrementTries(db: Db, ids: string[]): Promise<void> {
  await db.updateTable('email_codes').set({ tries: sql`tries + 1` }).where('id', 'in', ids).execute();
}

export async function incrementOutsideTries(db: Db, ids: string[], now: Date): Promise<void> {
  await db
    .updateTable('email_codes')
    .set({ outside_tries: sql`outside_tries + 1`, outside_tried_at: now })
    .where('id', 'in', ids)
    .execute();
}

export async function invalidateCodes(db: Db, ids: string[], now: Date): Promise<void> {
  await db.updateTable('email_codes').set({ used_at: now }).where('id', 'in', ids).execute();
}

export async function insertFlow(db: Db, flow: Insertable<Tables['oidc_flows']>): Promise<void> {
  await db.insertInto('oidc_flows').values(flow).execute();
}

/** Deletes and returns a flow, once. Only the same browser, provider and state find it. */
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
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id', 'email', 'email_verified as verified'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function insertIdentity(db: Db, issuer: string, subject: string, userId: string): Promise<void> {
  await db.insertInto('identities').values({ issuer, subject, user_id: userId }).execute();
}

export async function insertLink(db: Db, link: Insertable<Tables['sign_in_links']>): Promise<void> {
  await db.insertInto('sign_in_links').values(link).execute();
}

/** Deletes the links of a user that nobody has used. */
export async function deleteUnusedLinks(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_links').where('user_id', '=', userId).where('used_at', 'is', null).execute();
}

/** Deletes the links for the first organizer. */
export async function deleteAdminLinks(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_links').where('user_id', 'is', null).execute();
}

/** Marks a link as used and returns its user (null: the first organizer); `undefined` when used, expired or unknown. */
export function consumeLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id as userId')
    .executeTakeFirst();
}

/** Deletes unfinished sign-ins and expired links, and codes from before `codesUntil` with their emails. */
export async function deleteExpired(db: Db, now: Date, codesUntil: Date): Promise<void> {
  for (const table of ['oidc_flows', 'sign_in_links'] as const)
    await db.deleteFrom(table).where('expires_at', '<', now).execute();
  await db.deleteFrom('email_codes').where('created_at', '<', codesUntil).execute();
  await db.deleteFrom('mails').where('user_id', 'is', null).where('created_at', '<', codesUntil).execute();
}
