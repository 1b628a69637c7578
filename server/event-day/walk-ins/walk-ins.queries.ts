import { sql } from 'kysely';
import type { WalkInForm } from '../../../contract/event-day/walk-in-form.ts';
import type { Db } from '../../platform/db/open.ts';

/** Inserts a walk-in, or corrects a waiting one with this id. */
export async function upsertWalkIn(
  db: Db,
  { id, name, email, tShirtSize, dietaryRestrictions, track, form }: Omit<WalkInRow, 'userId'>,
  at: Date,
  network: Buffer | null = null,
): Promise<void> {
  const values = {
    name,
    email,
    t_shirt_size: tShirtSize,
    dietary_restrictions: dietaryRestrictions,
    track,
    form: JSON.stringify(form),
  };
  await db
    .insertInto('walk_ins')
    .values({ id, ...values, created_at: at, network })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values).where('walk_ins.user_id', 'is', null))
    .execute();
}

export function findWalkIn(db: Db, id: string) {
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
      'form',
      'user_id as userId',
    ])
    .$narrowType<{ form: WalkInForm }>()
    .executeTakeFirst();
}

/** A stored walk-in; without name and address once the person is admitted as `userId`. */
export type WalkInRow = NonNullable<Awaited<ReturnType<typeof findWalkIn>>>;

/** Finds the newest waiting walk-in under the address of an account, which has to be verified. */
export function findWaitingWalkIn(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .innerJoin('walk_ins', 'walk_ins.email', 'users.email')
    .where('users.id', '=', userId)
    .where('users.email_verified', '=', true)
    .where('walk_ins.user_id', 'is', null)
    .select('walk_ins.name')
    .orderBy('walk_ins.created_at', 'desc')
    .limit(1)
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

/**
 * Deletes the newest entry of the network with the most waiting people, if it is newer than `since` and `network` would
 * still have fewer with one more. Returns whether it did.
 */
export async function evictWalkIn(trx: Db, network: Buffer, since: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from walk_ins where id = (
      select id from (
        select id, network, created_at,
          count(*) over (partition by network) as waiting,
          count(*) filter (where network = ${network}) over () as own
        from walk_ins where user_id is null
      ) as listed
      where network <> ${network} and created_at > ${since} and waiting > own + 1
      order by waiting desc, created_at desc, id
      limit 1
    )
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Returns up to `most` waiting walk-ins, newest first. */
export function selectWaitingWalkIns(db: Db, most: number) {
  return db
    .selectFrom('walk_ins')
    .where('user_id', 'is', null)
    .select(['id as _id', 'name', 'created_at as at', 'track', 'form'])
    .$narrowType<{ form: WalkInForm }>()
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

/** Marks all walk-ins with an address as this person, and deletes their entries' data. */
export async function markAdmitted(trx: Db, email: string, userId: string): Promise<void> {
  await trx
    .updateTable('walk_ins')
    .set({ user_id: userId, name: '', email: '', dietary_restrictions: '', form: '{}', network: null })
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .execute();
}

export async function deleteWaitingWalkIn(db: Db, id: string): Promise<void> {
  await db.deleteFrom('walk_ins').where('id', '=', id).where('user_id', 'is', null).execute();
}

export async function deleteWaitingWalkIns(trx: Db): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('walk_ins')
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
