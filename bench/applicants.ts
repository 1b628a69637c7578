import { sql } from 'kysely';
import words from '../server/operations/seed/words.json' with { type: 'json' };
import type { Stage } from './stage.ts';

const batch = 2000;
const { firstNames, lastNames } = words;

/**
 * Inserts applicants without documents, `person.first@example.edu` to `person.last@example.edu`, and refreshes the planner's
 * statistics. Names combine each first name with every last name; tracks take turns, and so do statuses unless one is given.
 */
export async function insertApplicants(
  { db, analyze }: Stage,
  first: number,
  last: number,
  statuses = ['pending', 'approved', 'rejected'],
): Promise<void> {
  for (let from = first; from <= last; from += batch)
    await sql`
      with people as (
        insert into users (name, email, email_verified)
        select (${firstNames}::text[])[number % ${firstNames.length}::int + 1] || ' '
            || (${lastNames}::text[])[number / ${firstNames.length}::int % ${lastNames.length}::int + 1],
          'person.' || number || '@example.edu', true
        from generate_series(${from}::int, ${Math.min(from + batch - 1, last)}::int) as number
        returning id, split_part(split_part(email, '@', 1), '.', 2)::int as number
      )
      insert into applications (user_id, status, track, major, t_shirt_size, dietary_restrictions, why_join,
        created_at, reviewed_at)
      select id, status,
        (array['Hacker Track', 'Startup Track', 'Clozyt Track'])[number % 5 % 3 + 1],
        (array['Mathematics', 'Biology', 'Art History', 'Physics'])[number % 4 + 1], 'M', 'vegan',
        repeat('To build something. ', 20), timestamptz '2025-08-01' + number * interval '20 seconds',
        case when status <> 'pending' then timestamptz '2025-09-01' end
      from people cross join lateral (select (${statuses}::text[])[number % ${statuses.length}::int + 1] as status) as chosen`.execute(
      db,
    );
  await analyze();
}
