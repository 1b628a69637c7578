import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { fieldColumns } from '../apply.tables.ts';

// The columns that both application tables have.
const columns = sql.join(
  [
    'id',
    'user_id',
    'status',
    ...Object.values(fieldColumns),
    'resume_file_id',
    'pitch_deck_file_id',
    'attendance_confirmed',
    'attendance_declined',
    'reviewed_at',
    'reviewed_by',
    'created_at',
    'approved_name',
    'renamed_at',
    'documents_removed_at',
  ].map((column) => sql.ref(column)),
);

/** Moves a person's application to the withdrawn ones; its profile and vectors are deleted. */
export async function moveToWithdrawn(trx: Db, userId: string, at: Date): Promise<void> {
  await sql`with withdrawn as (delete from applications where user_id = ${userId} returning ${columns})
    insert into withdrawn_applications (${columns}, withdrawn_at)
    select ${columns}, ${at}::timestamptz from withdrawn`.execute(trx);
}

/** Moves a withdrawn application back as it was. */
export async function moveFromWithdrawn(trx: Db, userId: string): Promise<void> {
  await sql`with restored as (delete from withdrawn_applications where user_id = ${userId} returning ${columns})
    insert into applications (${columns}) select ${columns} from restored`.execute(trx);
}

export function findWithdrawnApplication(db: Db, userId: string) {
  return db
    .selectFrom('withdrawn_applications')
    .select([
      'id',
      'track',
      'withdrawn_at as at',
      'status',
      'attendance_confirmed as confirmed',
      'attendance_declined as declined',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * Deletes what a person's earlier form left behind: answers, guardian and the withdrawn application. Returns the ids of
 * their files, and the guardian.
 */
export async function deleteEarlierForm(trx: Db, userId: string) {
  const { rows } = await sql<{ files: string[]; hasGuardian: boolean; declinedAt: Date | null }>`
    with gone as (delete from answers where user_id = ${userId} returning file_id),
      guardian as (delete from guardians where user_id = ${userId} returning declined_at),
      withdrawn as (delete from withdrawn_applications where user_id = ${userId}
        returning array_remove(array[resume_file_id, pitch_deck_file_id], null) as files)
    select coalesce((select files from withdrawn), '{}')
        || array(select file_id from gone where file_id is not null) as files,
      exists (select from guardian) as "hasGuardian", (select declined_at from guardian) as "declinedAt"`.execute(
    trx,
  );
  const { files, hasGuardian, declinedAt } = rows[0]!;
  return { files, guardian: hasGuardian ? { declinedAt } : undefined };
}
