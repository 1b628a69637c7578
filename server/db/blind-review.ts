import { type RawBuilder, sql } from 'kysely';
import { precompile } from './compiled.ts';
import type { Db } from './open.ts';
import { blindReviewKey } from './schema.ts';

/** SQL: whether organizers see who applied only after they have rated the application. */
export const reviewIsBlind: RawBuilder<boolean> = sql`exists (
  select from settings where key = ${blindReviewKey} and value = 'true'::jsonb)`;

/** SQL: whether a person has rated an application; `id` names the column with its id. While review is blind, others are hidden from them. */
export const hasRated = (id: string, reader: string): RawBuilder<boolean> =>
  sql`exists (select from reviews own where own.application_id = ${sql.ref(id)}
    and own.user_id = ${reader} and own.rating is not null)`;

const blindReview = precompile((db) => db.selectNoFrom(reviewIsBlind.as('blind')));

/** Returns whether organizers see who applied only after they have rated the application. */
export async function isReviewBlind(db: Db): Promise<boolean> {
  const [row] = await blindReview(db);
  return row!.blind;
}
