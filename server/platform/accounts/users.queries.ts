import { sql } from 'kysely';
import { type Role, type RoleAccess, rolesByAccess } from '../../../contract/platform/roles.ts';
import type { Db } from '../db/open.ts';
import { type UserRow, usersWithStatus } from '../db/users-with-status.ts';

export function getUserRow(db: Db, id: string): Promise<UserRow> {
  return usersWithStatus(db).where('users.id', '=', id).executeTakeFirstOrThrow();
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
    .select(['id', 'role', 'email_verified as verified'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export function getRoleAndEmail(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'is_owner as isOwner', 'email_verified as verified'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function insertUser(
  db: Db,
  user: { email: string | null; email_verified: boolean; name: string },
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

/** Removes an email address from an account that never verified it. */
export async function clearUnverifiedEmail(db: Db, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null })
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .execute();
}

export async function userExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function setNameIfMissing(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).where('name', '=', '').execute();
}

export async function getCreatedAt(db: Db, id: string): Promise<Date> {
  const row = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.created_at;
}

/** Stores the name that an application was approved under; a change back to it deletes that. */
export async function updateApprovedName(
  db: Db,
  userId: string,
  { before, name, at }: { before: string; name: string; at: Date },
): Promise<void> {
  await sql`update applications set
      approved_name = nullif(coalesce(approved_name, ${before}), ${name}),
      renamed_at = case when coalesce(approved_name, ${before}) <> ${name} then coalesce(renamed_at, ${at}) end
    where user_id = ${userId}`.execute(db);
}

export async function updateName(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).execute();
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

/** Whether a person has an application, withdrawn or not. */
export async function hasApplied(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ applied: boolean }>`select
    exists (select from applications where user_id = ${userId})
    or exists (select from withdrawn_applications where user_id = ${userId}) as applied`.execute(db);
  return rows[0]?.applied === true;
}

/** Deletes a user with everything that refers to the account, and what is stored under the email address alone. */
export async function deleteUser(trx: Db, id: string, email: string | null): Promise<void> {
  if (email !== null) {
    await trx.deleteFrom('email_codes').where('email', '=', email).execute();
    await trx.deleteFrom('walk_ins').where('email', '=', email).execute();
    await trx.deleteFrom('mails').where('recipient', '=', email).where('user_id', 'is', null).execute();
  }
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
