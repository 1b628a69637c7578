import { sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';
import { isPublic, type StoredSwitches, switchesKey } from './projects.queries.ts';

/** Selects every project with whose it is, by title; with `id`, only that one. */
export function selectProjects(db: Db, id?: string) {
  return db
    .selectFrom('projects as p')
    .leftJoin('teams', 'teams.id', 'p.team_id')
    .leftJoin('users', 'users.id', 'p.user_id')
    .leftJoin('project_tables as d', 'd.project_id', 'p.id')
    .selectAll('p')
    .select([
      'd.number as tableNumber',
      sql<string | null>`p.started_on::text`.as('startedOn'),
      'users.name as person',
      isPublic.as('isPublic'),
      sql<string | null>`coalesce(teams.name, p.team_name)`.as('team'),
    ])
    .$if(id !== undefined, (query) => query.where('p.id', '=', id!))
    .orderBy(sql`lower(p.title)`)
    .orderBy('p.id')
    .execute();
}

/** Selects what everybody may see, by title; with `id`, only that one. */
export async function selectGallery(db: Db, id?: string) {
  return (await selectProjects(db, id)).filter((row) => row.isPublic);
}

/** Selects everybody on these projects, by name. */
export async function selectPeople(db: Db, projectIds: readonly string[]) {
  const { rows } = await sql<{ project: string; id: string; name: string; email: string | null }>`
    select p.id as project, u.id, u.name, u.email from projects p join users u
      on u.id = p.user_id or u.id in (select m.user_id from team_members m where m.team_id = p.team_id)
    where p.id = any(${projectIds}) order by lower(u.name), u.id`.execute(db);
  return rows;
}

/** Changes the switches; what is not given stays. */
export async function mergeSwitches(trx: Db, change: Partial<StoredSwitches>): Promise<void> {
  const value = JSON.stringify(change);
  await trx
    .insertInto('settings')
    .values({ key: switchesKey, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql<string>`settings.value || ${value}::jsonb` }),
    )
    .execute();
}

/** Hides a submitted project from a moment on, or shows any; returns false when there is none. */
export async function updateHidden(trx: Db, id: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('projects')
    .set({ hidden_at: at })
    .where('id', '=', id)
    .$if(at !== null, (query) => query.where('submitted_at', 'is not', null))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
