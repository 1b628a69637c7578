import { sql } from 'kysely';
import { blindReviewKey, reviewIsBlind } from '../../people-data/blind-review.ts';
import type { Db } from '../../platform/db/open.ts';
import { upsertSetting } from '../../platform/db/settings.ts';

/** Returns an application's reviews, newest last. */
export function selectReviews(db: Db, applicationId: string) {
  return db
    .selectFrom('reviews')
    .leftJoin('users', 'users.id', 'reviews.user_id')
    .select(['reviews.user_id as userId', 'users.name as by', 'rating', 'note', 'updated_at as at'])
    .where('application_id', '=', applicationId)
    .orderBy('updated_at')
    .execute();
}

/**
 * Inserts or replaces a person's review, and ends their claim on the application. Returns false and replaces nothing if that
 * would change a rating while review is blind.
 */
export async function upsertReview(
  trx: Db,
  review: { applicationId: string; userId: string; rating: number | null; note: string; at: Date },
): Promise<boolean> {
  const { applicationId, userId, rating, note, at } = review;
  const values = { rating, note, updated_at: at };
  const saved = await trx
    .insertInto('reviews')
    .values({ application_id: applicationId, user_id: userId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'user_id'])
        .doUpdateSet(values)
        .where(
          sql<boolean>`coalesce(reviews.rating = excluded.rating, reviews.rating is null) or not ${reviewIsBlind}`,
        ),
    )
    .returning('user_id')
    .executeTakeFirst();
  await trx
    .deleteFrom('review_claims')
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .execute();
  return saved !== undefined;
}

/**
 * Selects all ratings, oldest first; those of deleted accounts count as one reviewer, because fitting thousands would take
 * hours.
 */
export async function selectRatings(db: Db) {
  const { rows } = await sql<{ application: string; reviewer: string; rating: number }>`
    select application_id as application, coalesce(user_id::text, '') as reviewer, rating
    from reviews where rating is not null order by updated_at`.execute(db);
  return rows;
}

export async function selectRatedBy(db: Db, userId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reviews')
    .select('application_id as id')
    .where('user_id', '=', userId)
    .where('rating', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function countClaims(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('review_claims')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function selectClaims(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('review_claims')
    .select('application_id as id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ id }) => id);
}

/** SQL: the undecided applications, as a. */
const isUndecided = sql`a.status = 'pending'
  and not exists (select from held_decisions h where h.application_id = a.id)
  and not exists (select from waitlist w where w.application_id = a.id)`;

/** Assigns the undecided ones of these applications to a reviewer who has not rated them; returns how many. */
export async function assignClaims(trx: Db, userId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    insert into review_claims (application_id, user_id)
    select a.id, ${userId} from applications a where a.id = any(${ids}) and ${isUndecided}
      and not exists (select from reviews r where r.application_id = a.id and r.user_id = ${userId} and r.rating is not null)
    on conflict (application_id) do update set user_id = excluded.user_id returning 1`.execute(trx);
  return rows.length;
}

/**
 * Claims at most `count` undecided applications that nobody claims and that this person has not rated, those with the fewest
 * ratings first; returns their ids. The list shows them in the order that it is sorted by. The caller holds the key of claims.
 */
export async function insertClaims(trx: Db, { userId, count }: { userId: string; count: number }) {
  const { rows } = await sql<{ id: string }>`
    insert into review_claims (application_id, user_id)
    select a.id, ${userId} from applications a
    where ${isUndecided}
      and not exists (select from review_claims c where c.application_id = a.id)
      and not exists (select from reviews r where r.application_id = a.id and r.user_id = ${userId} and r.rating is not null)
    order by (select count(*) from reviews r where r.application_id = a.id and r.rating is not null), a.created_at, a.id
    limit ${count}
    returning application_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function deleteClaims(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('review_claims').where('user_id', '=', userId).execute();
}

export const upsertBlindReview = (trx: Db, blind: boolean) => upsertSetting(trx, blindReviewKey, blind);
