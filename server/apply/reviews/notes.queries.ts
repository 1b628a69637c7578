import type { Db } from '../../platform/db/open.ts';

/** Selects the notes about an application, oldest first. */
export function selectNotes(db: Db, applicationId: string) {
  return db
    .selectFrom('application_notes as n')
    .leftJoin('users', 'users.id', 'n.user_id')
    .select(['n.id', 'users.name as by', 'n.text', 'n.at'])
    .where('n.application_id', '=', applicationId)
    .orderBy('n.at')
    .orderBy('n.id')
    .execute();
}

/** Selects those of these people who are named. */
export function selectNames(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('name', '<>', '')
    .orderBy('name')
    .execute();
}

/** Inserts a note with its mentions; does nothing if it exists. */
export async function insertNote(
  trx: Db,
  {
    mentions,
    ...note
  }: { id: string; application_id: string; user_id: string; text: string; at: Date; mentions: string[] },
): Promise<void> {
  const inserted = await trx
    .insertInto('application_notes')
    .values(note)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted && mentions.length > 0)
    await trx
      .insertInto('note_mentions')
      .values(mentions.map((user_id) => ({ note_id: note.id, user_id })))
      .execute();
}

/** Selects a person's unread mentions in notes, oldest first. */
export function selectMentions(db: Db, userId: string) {
  return db
    .selectFrom('note_mentions as m')
    .innerJoin('application_notes as n', 'n.id', 'm.note_id')
    .leftJoin('users', 'users.id', 'n.user_id')
    .select(['n.application_id as application', 'users.name as by'])
    .where('m.user_id', '=', userId)
    .orderBy('n.at')
    .limit(20)
    .execute();
}

export async function deleteMentions(db: Db, userId: string, applicationId: string): Promise<void> {
  await db
    .deleteFrom('note_mentions')
    .where('user_id', '=', userId)
    .where('note_id', 'in', (select) =>
      select.selectFrom('application_notes').select('id').where('application_id', '=', applicationId),
    )
    .execute();
}
