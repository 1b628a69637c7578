import { sql } from 'kysely';
import { applicationsWithProfiles } from '../../../people-data/applications-with-profiles.ts';
import type { Db } from '../../../platform/db/open.ts';

const version = sql<string>`profile_vectors.xmin::text`;

/** Returns a text that changes whenever a vector is written or deleted. */
export async function selectVectorState(db: Db): Promise<string> {
  const { state } = await db
    .selectFrom('profile_vectors')
    .select(sql<string>`count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0)`.as('state'))
    .executeTakeFirstOrThrow();
  return state;
}

/** Selects which applications have vectors of a model, and the version of their row. */
export function selectVectorVersions(db: Db, { model, dimension }: { model: string; dimension: number }) {
  return db
    .selectFrom('profile_vectors')
    .select(['application_id as id', version.as('version')])
    .where('model', '=', model)
    .where('dimension', '=', dimension)
    .execute();
}

/** Selects the vectors of some applications. */
export function selectVectors(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('profile_vectors')
    .select(['application_id as id', version.as('version'), 'passages', 'vectors'])
    .where('application_id', 'in', ids)
    .execute();
}

/**
 * Selects the first profiles whose vectors are missing, of another model, or older than the profile: of one person, or of
 * all. Resumes that wait to be read come after that.
 */
export function selectProfilesWithoutVectors(
  db: Db,
  { model, userId, most }: { model: string; userId?: string | undefined; most: number },
) {
  let query = applicationsWithProfiles(db)
    .leftJoin('profile_vectors as vectors', 'vectors.application_id', 'profiles.application_id')
    .select(['vectors.passages', 'vectors.model'])
    .where('profiles.resume', '<>', 'waiting')
    .where(({ or, eb, ref }) =>
      or([
        eb('vectors.application_id', 'is', null),
        eb('vectors.model', '<>', model),
        eb('vectors.seen', '<', ref('profiles.changed')),
      ]),
    )
    .orderBy('profiles.application_id')
    .limit(most);
  if (userId) query = query.where('applications.user_id', '=', userId);
  return query.execute();
}

/** Counts the profiles with vectors of a model, also such as are made again, and all profiles. */
export async function countVectors(db: Db, model: string): Promise<{ done: number; all: number }> {
  const row = await db
    .selectFrom('profiles')
    .leftJoin('profile_vectors as vectors', (join) =>
      join.onRef('vectors.application_id', '=', 'profiles.application_id').on('vectors.model', '=', model),
    )
    .select(({ fn }) => [
      fn.count<string>('vectors.application_id').as('done'),
      fn.countAll<string>().as('all'),
    ])
    .executeTakeFirstOrThrow();
  return { done: Number(row.done), all: Number(row.all) };
}

/** Writes a profile's vectors. A profile that is gone meanwhile is left alone. */
export async function upsertVectors(
  db: Db,
  row: { id: string; model: string; dimension: number; passages: Buffer; vectors: Buffer; seen: string },
): Promise<void> {
  await sql`insert into profile_vectors (application_id, model, dimension, passages, vectors, seen)
    select application_id, ${row.model}, ${row.dimension}, ${row.passages}, ${row.vectors}, ${row.seen}
      from profiles where application_id = ${row.id}
    on conflict (application_id) do update set model = excluded.model, dimension = excluded.dimension,
      passages = excluded.passages, vectors = excluded.vectors, seen = excluded.seen`.execute(db);
}

/** Notes that vectors still stand for a profile that was touched. */
export async function confirmVectors(db: Db, id: string, seen: string): Promise<void> {
  await db.updateTable('profile_vectors').set({ seen }).where('application_id', '=', id).execute();
}
