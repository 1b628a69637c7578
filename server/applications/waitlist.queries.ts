import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Selects names and mean ratings of applications, and whether the reader may know them while review is blind. */
export async function selectWaitingPeople(
  db: Db,
  ids: readonly string[],
  { id: reader, blind }: { id: string; blind: boolean },
) {
  const { rows } = await sql<{ id: string; name: string; rating: number | null; hidden: boolean }>`
    select a.id, u.name, (select avg(rating)::float from reviews r where r.application_id = a.id) as rating,
      ${blind}::boolean and not exists (select from reviews own where own.application_id = a.id
        and own.user_id = ${reader} and own.rating is not null) as hidden
    from applications a join users u on u.id = a.user_id where a.id = any(${ids})`.execute(db);
  return rows;
}
