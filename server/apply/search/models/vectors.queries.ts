import { sql } from 'kysely';
import { applicationsWithProfiles } from '../../../platform/db/applications-with-profiles.ts';
import type { Db } from '../../../platform/db/open.ts';
import { currentTransaction } from '../../../platform/db/transaction-ids.ts';

/** Whose vectors of a model were written by this transaction or a later one. */
export function selectVectorsSince(db: Db, model: string, since: string) {
  return db
    .selectFrom('profile_vectors')
    .select(['application_id as id', 'changed'])
    .where('model', '=', model)
    .where('changed', '>=', since)
    .execute();
}

export function selectVectors(db: Db, model: string, ids: string[]) {
  return db
    .selectFrom('profile_vectors')
    .select(['application_id as id', 'dimension', 'vectors', 'changed'])
    .where('model', '=', model)
    .where('application_id', 'in', ids)
    .execute();
}

/**
 * Profiles whose vectors are missing, of another model or dimension, or older than the profile: of one person, or the
 * first of all. Resumes that wait to be read come when they were.
 */
export function selectProfilesWithoutVectors(
  db: Db,
  { model, dimension, userId, most }: { model: string; dimension: number; userId?: string; most: number },
) {
  let query = applicationsWithProfiles(db)
    .leftJoin('profile_vectors as vectors', 'vectors.application_id', 'profiles.application_id')
    .select(['vectors.passages', 'vectors.model', 'vectors.dimension'])
    .where('profiles.resume', '<>', 'waiting')
    .where(({ or, eb, ref }) =>
      or([
        eb('vectors.application_id', 'is', null),
        eb('vectors.model', '<>', model),
        eb('vectors.seen', '<', ref('profiles.changed')),
        eb('vectors.dimension', 'not in', [0, dimension]),
      ]),
    )
    .orderBy('profiles.application_id')
    .limit(most);
  if (userId) query = query.where('applications.user_id', '=', userId);
  return query.execute();
}

/** Writes a profile's vectors. A profile that is gone meanwhile is left alone. */
export async function upsertVectors(
  db: Db,
  row: { id: string; model: string; dimension: number; passages: Buffer; vectors: Buffer; seen: string },
): Promise<void> {
  await sql`insert into profile_vectors (application_id, model, dimension, passages, vectors, seen, changed)
    select application_id, ${row.model}, ${row.dimension}, ${row.passages}, ${row.vectors}, ${row.seen}, ${currentTransaction}
      from profiles where application_id = ${row.id}
    on conflict (application_id) do update set model = excluded.model, dimension = excluded.dimension,
      passages = excluded.passages, vectors = excluded.vectors, seen = excluded.seen,
      changed = excluded.changed`.execute(db);
}

/** Notes that vectors still stand for a profile that was touched. */
export async function confirmVectors(db: Db, id: string, seen: string): Promise<void> {
  await db.updateTable('profile_vectors').set({ seen }).where('application_id', '=', id).execute();
}
