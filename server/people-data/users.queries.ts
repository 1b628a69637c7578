import { sql } from 'kysely';
import { type Role, type RoleAccess, rolesByAccess } from '../../contract/platform/roles.ts';
import type { Db } from '../platform/db/open.ts';
import { userColumns } from './users.locks.ts';
import { type UserRow, usersWithStatus } from './users-with-status.ts';

export function getUserRow(db: Db, id: string): Promise<UserRow> {
  return usersWithStatus(db).where('users.id', '=', id).executeTakeFirstOrThrow();
}

export function findUser(db: Db, id: string) {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
}

/** Finds a participant who has applied. */
export function findApplicant(db: Db, id: string) {
  return usersWithStatus(db)
    .where('users.id', '=', id)
    .where('users.role', '=', 'hacker')
    .where('applications.id', 'is not', null)
    .executeTakeFirst();
}

/** Finds the account with an email address, verified or not. */
export function findAddressHolder(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'email_verified as verified', 'email_trusted as trusted'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function insertUser(
  db: Db,
  user: { email: string | null; email_verified: boolean; email_trusted?: boolean; name: string },
): Promise<string> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Verifies the address of an account that an organizer made for a walk-in; returns its id, undefined for any other. */
export async function claimWalkInAccount(db: Db, email: string): Promise<string | undefined> {
  const claimed = await db
    .updateTable('users')
    .set({ email_verified: true })
    .where('email', '=', email)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('walk_ins').select('id').whereRef('walk_ins.user_id', '=', 'users.id')),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed?.id;
}

/** Stores the address of an account, confirmed or trusted. */
export async function updateAddress(db: Db, id: string, email: string, isTrusted = false): Promise<void> {
  const address = { email, email_verified: true, email_trusted: isTrusted };
  await db.updateTable('users').set(address).where('id', '=', id).execute();
}

/** Deletes the identities of an account at providers. */
export async function deleteIdentities(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('identities').where('user_id', '=', userId).execute();
}

/** Removes an email address from an account that never verified it. */
export async function clearUnverifiedEmail(db: Db, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null })
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .execute();
}

export async function setNameIfMissing(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).where('name', '=', '').execute();
}

/**
 * Stores since when a person's name differs from the approved one, even while the application is withdrawn; changing back
 * deletes that. Returns whether a name was approved.
 */
export async function updateRenamedAt(db: Db, userId: string, { name, at }: { name: string; at: Date }) {
  const update = (table: 'applications' | 'withdrawn_applications') => sql`update ${sql.table(table)}
    set renamed_at = case when approved_name <> ${name} then coalesce(renamed_at, ${at}::timestamptz) end
    where user_id = ${userId} and approved_name is not null returning id`;
  const { rows } = await sql`with current as (${update('applications')}),
      withdrawn as (${update('withdrawn_applications')})
    select id from current union all select id from withdrawn`.execute(db);
  return rows.length > 0;
}

/** Changes a name, and stores until when somebody had the one before. */
export async function updateName(db: Db, id: string, name: string): Promise<void> {
  await sql`with former as (select id, name from users where id = ${id} and name not in ('', ${name})),
      stored as (insert into former_names (user_id, name) select id, name from former)
    update users set name = ${name} where id = ${id}`.execute(db);
}

export async function updateRole(db: Db, id: string, role: Role, isOwner = false): Promise<void> {
  await db.updateTable('users').set({ role, is_owner: isOwner }).where('id', '=', id).execute();
}

export async function selectIdsWithAccess(db: Db, access: RoleAccess): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('role', 'in', rolesByAccess[access]).execute();
  return rows.map((row) => row.id);
}

export async function selectOwnerIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('is_owner', '=', true).execute();
  return rows.map((row) => row.id);
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the accounts of people who came from a provider and have no confirmed address: they get no email. */
export async function countUnconfirmed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct u.id)::int as count
    from identities i join users u on u.id = i.user_id where not u.email_verified`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function hasApplied(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ applied: boolean }>`select
    exists (select from applications where user_id = ${userId})
    or exists (select from withdrawn_applications where user_id = ${userId}) as applied`.execute(db);
  return rows[0]?.applied === true;
}

export function findApplicationOfUser(db: Db, userId: string) {
  return db
    .selectFrom('applications')
    .select(['status', 'track'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export const findTrackOfUser = async (db: Db, userId: string): Promise<string | null> =>
  (await findApplicationOfUser(db, userId))?.track ?? null;

export const isApproved = async (db: Db, userId: string): Promise<boolean> =>
  (await findApplicationOfUser(db, userId))?.status === 'approved';
