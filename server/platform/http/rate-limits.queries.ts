import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Counts one more in a key's window; a window begins with its first count and ends at `endsAt`. */
interface RateLimitCount {
  key: string;
  endsAt: Date;
}

/**
 * Counts one under each key and returns the counts. An expired window starts again, and so does one that ends more than a
 * minute later than a new one would, because the clock was set back. (Clocks of several instances may differ by less.)
 */
export async function insertRateLimitCounts(db: Db, counts: readonly RateLimitCount[], now: Date) {
  const isOver = sql`rate_limits.ends_at <= ${now} or rate_limits.ends_at > excluded.ends_at + interval '1 minute'`;
  return await db
    .insertInto('rate_limits')
    .values(counts.map(({ key, endsAt }) => ({ key, count: 1, ends_at: endsAt })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else rate_limits.ends_at end`,
      }),
    )
    .returning(['key', 'count', 'ends_at as endsAt'])
    .execute();
}

/** Takes back one under each key. */
export async function decrementRateLimitCounts(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql`count - 1` })
    .where('key', 'in', keys)
    .where('count', '>', 0)
    .execute();
}

export async function deleteRateLimitsBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<', moment).execute();
}
