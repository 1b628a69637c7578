import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { type UserRow, usersWithStatus } from '../db/users-with-status.ts';

/** Lets no two transactions with the same key go on at once; held until the transaction ends. */
export async function lockKey(trx: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export function getUserRow(db: Db, id: string): Promise<UserRow> {
  return usersWithStatus(db).where('users.id', '=', id).executeTakeFirstOrThrow();
}

/** The account that holds an address, proved or not. */
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
    .select(['id', 'email', 'role', 'email_verified as verified'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function insertUser(
  db: Db,
  person: { email: string | null; email_verified: boolean; name: string },
): Promise<string> {
  const { id } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Takes an address from an account that never proved it. */
export async function clearUnverifiedEmail(db: Db, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null })
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .execute();
}

/** Names a person who has no name yet. */
export async function setNameIfMissing(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).where('name', '=', '').execute();
}

export async function updateName(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', id).execute();
}

/** Takes the row lock of a person; whether they are there. */
export async function lockUser(trx: Db, id: string): Promise<boolean> {
  const row = await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export async function isInTeam(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateTeamPreferenceOf(
  db: Db,
  id: string,
  preference: 'solo' | 'lookingForTeam',
): Promise<void> {
  await db.updateTable('users').set({ team_preference: preference }).where('id', '=', id).execute();
}

export async function updateRole(db: Db, id: string, role: 'hacker' | 'volunteer' | 'admin'): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', id).execute();
}

/** Everybody who helps at the door, by name. */
export function selectVolunteers(db: Db) {
  return db
    .selectFrom('users')
    .where('role', '=', 'volunteer')
    .select(['id as _id', 'name', 'email'])
    .orderBy('name')
    .orderBy('email')
    .execute();
}

/** The ids of all organisers, their rows locked in one order, so that two of them cannot both leave as the last but one. */
export async function lockAdmins(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute();
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
