import { sql } from 'kysely';
import { seesApplicant } from '../db/blind-review.ts';
import type { Db } from '../db/open.ts';

/** Selects names and mean ratings of applications, and whether the reader may know them while review is blind. */
export async function selectWaitingPeople(db: Db, ids: readonly string[], readerId: string) {
  const { rows } = await sql<{ id: string; name: string; rating: number | null; hidden: boolean }>`
    select a.id, u.name, (select avg(rating)::float from reviews r where r.application_id = a.id) as rating,
      not ${seesApplicant('a.id', readerId)} as hidden
    from applications a join users u on u.id = a.user_id where a.id = any(${ids})`.execute(db);
  return rows;
}
