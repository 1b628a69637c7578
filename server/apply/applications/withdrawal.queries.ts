import { sql } from 'kysely';
import { fieldColumns } from '../../platform/db/application-schema.ts';
import type { Db } from '../../platform/db/open.ts';

// What both tables of applications have.
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

/** Moves a person's application to the withdrawn ones; its profile and vectors are deleted with it. */
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

/** Deletes a person's withdrawn application; returns the ids of its files. */
export async function deleteWithdrawnApplication(trx: Db, userId: string): Promise<string[]> {
  const row = await trx
    .deleteFrom('withdrawn_applications')
    .where('user_id', '=', userId)
    .returning(['resume_file_id as resume', 'pitch_deck_file_id as deck'])
    .executeTakeFirst();
  return [row?.resume, row?.deck].filter((id) => typeof id === 'string');
}
