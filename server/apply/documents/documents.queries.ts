import { sql } from 'kysely';
import { seesApplicant } from '../../people-data/blind-review.ts';
import type { Db } from '../../platform/db/open.ts';

/**
 * Finds a person's document or answer file; `shown` while it belongs to an application that the reader may see. Withdrawn
 * ones do not count.
 */
export function findFileRow(db: Db, id: string, readerId: string) {
  return db
    .selectFrom('files')
    .where('owner_id', 'is not', null)
    .select(['id', 'owner_id as ownerId', 'kind', 'storage_key as key', 'size'])
    .select(
      sql<boolean>`exists (select from applications a where a.user_id = files.owner_id
        and (files.id in (a.resume_file_id, a.pitch_deck_file_id) or kind = 'answer') and ${seesApplicant('a.id', readerId)})`.as(
        'shown',
      ),
    )
    .where('id', '=', id)
    .$narrowType<{ ownerId: string; kind: 'resume' | 'pitchDeck' | 'answer' }>()
    .executeTakeFirst();
}
