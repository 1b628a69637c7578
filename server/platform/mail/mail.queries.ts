import { type Insertable, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import { callAddJob, type JobOptions, type QueuedJob } from '../jobs/add-job.ts';

/** Inserts mails and a job for each, in one statement. */
export async function insertMails(
  db: Db,
  rows: Insertable<Tables['mails']>[],
  { job, options }: { job: QueuedJob; options: JobOptions },
): Promise<void> {
  await db
    .with('stored', (query) => query.insertInto('mails').values(rows).returning('id'))
    .selectFrom('stored')
    .select(callAddJob(job, sql`json_build_object('mailId', stored.id)`, options).as('job'))
    .execute();
}

export async function selectExistingMails(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('mails').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Selects the emails that were given up, without sign-in codes. */
export function selectFailedMails(db: Db) {
  return db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'created_at as createdAt', 'failed_at as failedAt', 'failure'])
    .where('failed_at', 'is not', null)
    .where('code_id', 'is', null)
    .orderBy('failed_at')
    .execute();
}

/** Marks given-up emails as unsent, as if created at `at`, and returns their ids. */
export async function resetFailedMails(db: Db, ids: string[], at: Date): Promise<string[]> {
  const rows = await db
    .updateTable('mails')
    .set({ failed_at: null, failure: null, created_at: at })
    .where('id', 'in', ids)
    .where('failed_at', 'is not', null)
    .where('code_id', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
