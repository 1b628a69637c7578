import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import { fail } from '../platform/http/problem.ts';

/** The key in `settings` of whether review is blind. */
export const blindReviewKey = 'blind-review';

/** SQL: whether organizers see who applied only after they have rated the application. */
export const reviewIsBlind: RawBuilder<boolean> = sql`exists (
  select from settings where key = ${blindReviewKey} and value = 'true'::jsonb)`;

/** SQL: whether a person has rated an application; `id` names the column with its id. While review is blind, others are hidden from them. */
export const hasRated = (id: string, reader: string | null): RawBuilder<boolean> =>
  sql`exists (select from reviews own where own.application_id = ${sql.ref(id)}
    and own.user_id = ${reader} and own.rating is not null)`;

/** SQL: whether an organizer sees who made an application: review is not blind, or they have rated it. */
export const seesApplicant = (id: string, reader: string | null): RawBuilder<boolean> =>
  sql`(not ${reviewIsBlind} or ${hasRated(id, reader)})`;

/** Returns whether organizers see who applied only after they have rated the application. */
export async function isReviewBlind(db: Db): Promise<boolean> {
  const { rows } = await sql<{ blind: boolean }>`select ${reviewIsBlind} as blind`.execute(db);
  return rows[0]!.blind;
}

/** Throws `export_blind` while review is blind: for what tells whose an application is, by its id or the person's. */
export async function requireOpenReview(db: Db): Promise<void> {
  if (await isReviewBlind(db)) fail('export_blind');
}

/** Returns the pseudonym for a name that blind review hides. */
export function toPseudonym(applicationId: string): string {
  return `Applicant ${applicationId.slice(0, 6).toUpperCase()}`;
}
