import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

/** Selects who has which thing: the person of its last scan; null for a deleted account. */
export function selectLoans(db: Db) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('loan_scans')
        .distinctOn('thing')
        .select(['id', 'thing', 'user_id', 'at', 'is_return'])
        .orderBy('thing')
        .orderBy('at', 'desc')
        .orderBy('id')
        .as('last'),
    )
    .leftJoin('users', 'users.id', 'last.user_id')
    .where('is_return', '=', false)
    .select(['last.id', 'thing', 'users.id as userId', 'users.name', 'users.email', 'at'])
    .execute();
}

/** Returns the current loan of a thing, if it is lent. */
export async function findLoan(db: Db, thing: string) {
  return (await selectLoans(db)).find((loan) => loan.thing === thing);
}

export async function hasScan(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('loan_scans').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
  );
}

/** Inserts a scan; without `userId`, a return. */
export async function insertScan(
  trx: Db,
  { userId, ...scan }: { id: string; thing: string; userId: string | undefined; at: Date; by: string },
): Promise<void> {
  await trx
    .insertInto('loan_scans')
    .values({ ...scan, user_id: userId ?? null, is_return: !userId })
    .execute();
}

/** Selects the reservations that have not expired. */
export function selectReservations(db: Db, now: Date) {
  return db
    .selectFrom('thing_reservations')
    .innerJoin('users', 'users.id', 'thing_reservations.user_id')
    .where('until', '>', now)
    .select(['thing', 'users.id as userId', 'users.name', 'until'])
    .execute();
}

/** Reserves a thing for a person, replacing their earlier reservation and any expired one of the thing. */
export async function upsertReservation(
  trx: Db,
  { thing, userId, until, now }: { thing: string; userId: string; until: Date; now: Date },
): Promise<void> {
  await sql`delete from thing_reservations where user_id = ${userId} or (thing = ${thing} and until <= ${now})`.execute(
    trx,
  );
  await trx.insertInto('thing_reservations').values({ thing, user_id: userId, until }).execute();
}

export async function deleteReservation(trx: Db, thing: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('thing_reservations')
    .where('thing', '=', thing)
    .where('user_id', '=', userId)
    .execute();
}
