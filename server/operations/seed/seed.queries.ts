import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';

const batch = 500;

/** Inserts many rows, several hundred per statement. */
export async function insertRows<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: Insertable<Tables[T]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += batch)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + batch))
      .execute();
}

export async function countSeededUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('email', 'like', '%@students.example')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the organizer of the demo, inserted when missing. */
export async function getDemoAdminId(db: Db, email: string): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ email, name: 'Robin Rivera', email_verified: true, role: 'admin', is_owner: true })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ role: 'admin', is_owner: true }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Selects the teams and the people without one that are approved and have no project, as owners of one, with their track. */
export async function selectPartiesWithoutProject(
  db: Db,
): Promise<
  ({ track: string } & ({ team_id: string; user_id: null } | { team_id: null; user_id: string }))[]
> {
  const { rows } = await sql<{ team_id: string; user_id: null; track: string }>`
    select distinct on (coalesce(m.team_id, a.user_id)) m.team_id,
      case when m.team_id is null then a.user_id end as user_id, a.track
    from applications a left join team_members m on m.user_id = a.user_id
    where a.status = 'approved' and not exists (select from projects p where p.team_id = m.team_id)
      and not exists (select from projects p where p.user_id = a.user_id)
    order by coalesce(m.team_id, a.user_id), a.created_at`.execute(db);
  return rows;
}

/** Updates the statistics of the query planner. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

/** Returns one person of each status, for the sign-in links of the demo. */
export async function selectStatusExamples(db: Db): Promise<{ status: string; email: string | null }[]> {
  const people = db
    .selectFrom('users')
    .innerJoin('applications', 'applications.user_id', 'users.id')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .leftJoin('teams', 'teams.id', 'team_members.team_id')
    .where('users.email', 'like', '%@students.example')
    .select('users.email')
    .orderBy('users.created_at')
    .limit(1);
  const leading = people
    .where('applications.status', '=', 'approved')
    .whereRef('teams.creator_id', '=', 'users.id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('join_requests')
          .whereRef('join_requests.team_id', '=', 'teams.id')
          .where('join_requests.status', '=', 'pending')
          .select('join_requests.id'),
      ),
    );
  const alone = people.where('teams.id', 'is', null);
  const found = {
    'approved, leads a team that somebody asks to join': leading,
    'approved, without a team': alone.where('applications.status', '=', 'approved'),
    'still under review': alone.where('applications.status', '=', 'pending'),
  };
  const rows = await Promise.all(
    Object.entries(found).map(async ([status, query]) => ({
      status,
      email: (await query.executeTakeFirst())?.email ?? null,
    })),
  );
  return rows.filter(({ email }) => email !== null);
}
