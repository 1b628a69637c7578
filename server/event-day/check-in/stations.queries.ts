import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Stores a station's report. A device belongs to whoever used it last. */
export async function upsertStation(db: Db, { id, ...report }: Insertable<Tables['stations']>) {
  await db
    .insertInto('stations')
    .values({ id, ...report })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(report))
    .execute();
}

/** Returns the stations that have reported since a moment, sorted by checkpoint. */
export function selectStations(db: Db, since: Date) {
  return db
    .selectFrom('stations')
    .innerJoin('users', 'users.id', 'stations.user_id')
    .where('seen_at', '>', since)
    .select([
      'stations.id as _id',
      'users.name as by',
      'checkpoint',
      'waiting',
      'troubled',
      'seen_at as seenAt',
    ])
    .orderBy('checkpoint')
    .orderBy('users.name')
    .orderBy('stations.id')
    .execute();
}

export async function countApproved(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('applications')
    .where('status', '=', 'approved')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
