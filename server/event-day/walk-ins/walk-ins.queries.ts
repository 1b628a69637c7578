import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/** A walk-in as stored; without name and address once the person is admitted as `userId`. */
export interface WalkInRow {
  id: string;
  name: string;
  email: string;
  tShirtSize: 'S' | 'M' | 'L' | 'XL' | 'XXL';
  dietaryRestrictions: string;
  track: string;
  userId: string | null;
}

/** Inserts a walk-in, or corrects the one with this id as long as it waits. */
export async function upsertWalkIn(
  db: Db,
  { id, name, email, tShirtSize, dietaryRestrictions, track }: Omit<WalkInRow, 'userId'>,
  at: Date,
): Promise<void> {
  const values = {
    name,
    email,
    t_shirt_size: tShirtSize,
    dietary_restrictions: dietaryRestrictions,
    track,
  };
  await db
    .insertInto('walk_ins')
    .values({ id, ...values, created_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values).where('walk_ins.user_id', 'is', null))
    .execute();
}

export function findWalkIn(db: Db, id: string): Promise<WalkInRow | undefined> {
  return db
    .selectFrom('walk_ins')
    .where('id', '=', id)
    .select([
      'id',
      'name',
      'email',
      't_shirt_size as tShirtSize',
      'dietary_restrictions as dietaryRestrictions',
      'track',
      'user_id as userId',
    ])
    .executeTakeFirst();
}

export async function countWaitingWalkIns(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('walk_ins')
    .where('user_id', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns up to `most` walk-ins who wait, newest first. */
export function selectWaitingWalkIns(db: Db, most: number) {
  return db
    .selectFrom('walk_ins')
    .where('user_id', 'is', null)
    .select(['id as _id', 'name', 'created_at as at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function insertWalkInApplication(
  trx: Db,
  { tShirtSize, dietaryRestrictions, track }: WalkInRow,
  { userId, by, at }: { userId: string; by: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('applications')
    .values({
      user_id: userId,
      status: 'approved',
      track,
      major: '',
      t_shirt_size: tShirtSize,
      dietary_restrictions: dietaryRestrictions,
      why_join: '',
      reviewed_at: at,
      reviewed_by: by,
      created_at: at,
    })
    .execute();
}

/** Marks every walk-in of an address as this person, and forgets what was typed. */
export async function markAdmitted(trx: Db, email: string, userId: string): Promise<void> {
  await trx
    .updateTable('walk_ins')
    .set({ user_id: userId, name: '', email: '', dietary_restrictions: '' })
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .execute();
}

export async function deleteWaitingWalkIn(db: Db, id: string): Promise<void> {
  await db.deleteFrom('walk_ins').where('id', '=', id).where('user_id', 'is', null).execute();
}
