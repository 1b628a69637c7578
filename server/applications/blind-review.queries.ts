import type { Db } from '../db/open.ts';
import { blindReviewKey } from '../db/schema.ts';

/** Whether organizers see who applied only after they have rated the application. */
export async function isReviewBlind(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', blindReviewKey)
    .executeTakeFirst();
  return row?.value === true;
}

/** Ends everybody's claim on an application. */
export async function deleteClaim(trx: Db, applicationId: string): Promise<void> {
  await trx.deleteFrom('review_claims').where('application_id', '=', applicationId).execute();
}
