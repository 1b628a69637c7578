import { sql } from 'kysely';
import { type StoredSwitches, switchesKey } from '../event/project-switches.ts';
import type { Db } from '../platform/db/open.ts';
import type { ImportedProject } from './devpost.ts';
import { isPublic } from './projects.tables.ts';

export async function selectProjectIds(db: Db): Promise<string[]> {
  const projects = db.selectFrom('projects').orderBy(sql`lower(title)`).orderBy('id');
  return (await projects.select('id').execute()).map(({ id }) => id);
}

/** Selects all projects with their owners, by title; with `ids`, only those. */
export function selectProjects(db: Db, ids?: readonly string[]) {
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
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`p.id = any(${ids})`))
    .orderBy(sql`lower(p.title)`)
    .orderBy('p.id')
    .execute();
}

/** Selects the public projects, by title; with `id`, only that one. */
export async function selectGallery(db: Db, id?: string) {
  return (await selectProjects(db, id === undefined ? undefined : [id])).filter((row) => row.isPublic);
}

interface ProjectPerson {
  project: string;
  id: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  school: string | null;
}

/** Selects everybody on these projects, by name; `questions` are those that ask for the school. */
export async function selectPeople(db: Db, projectIds: readonly string[], questions: readonly string[] = []) {
  const { rows } = await sql<ProjectPerson>`
    select p.id as project, u.id, u.name, u.email, u.email_verified as "emailVerified", (select value #>> '{}' from answers w
      where w.user_id = u.id and w.question = any(${questions}) order by position limit 1) as school
    from (
      select id, user_id from projects where id = any(${projectIds})
      union all
      select p.id, m.user_id from projects p join team_members m using (team_id) where p.id = any(${projectIds})
    ) as p join users u on u.id = p.user_id order by lower(u.name), u.id`.execute(db);
  return rows;
}

/** Selects the teams and lone people who may submit later. */
export async function selectLaterDeadlines(db: Db) {
  const { rows } = await sql<{ user: string; name: string; until: Date }>`
    select creator_id as "user", name, project_deadline as until from teams where project_deadline is not null
    union all
    select id, name, project_deadline from users u where project_deadline is not null
      and not exists (select from team_members where user_id = u.id)
    order by until, name`.execute(db);
  return rows;
}

/** Finds a person by id or verified email address. */
export function findPerson(db: Db, idOrEmail: string) {
  return db
    .selectFrom('users')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .select(['users.id', 'team_members.team_id as teamId'])
    .where((eb) => (idOrEmail.includes('@') ? eb('email', '=', idOrEmail) : eb('users.id', '=', idOrEmail)))
    .executeTakeFirst();
}

/** Stores until when a team, or a person without one, may submit; null for as long as everybody. */
export async function updateProjectDeadline(
  trx: Db,
  { id, teamId }: { id: string; teamId: string | null },
  until: Date | null,
): Promise<void> {
  const table = teamId === null ? 'users' : 'teams';
  const change = trx.updateTable(table).set({ project_deadline: until });
  await change.where('id', '=', teamId ?? id).execute();
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

const toColumns = ({ text, track, team }: ImportedProject) => ({ ...text, track, team_name: team });

/** Finds the project that was imported from the same address, and whether the file changes it; imports must be locked. */
export function findImported(trx: Db, project: ImportedProject) {
  const isDifferent = sql.join(
    Object.entries(toColumns(project)).map(
      ([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`,
    ),
    sql` or `,
  );
  return trx
    .selectFrom('projects')
    .where('source', '=', project.source)
    .select(['id', sql<boolean>`(${isDifferent})`.as('isDifferent')])
    .executeTakeFirst();
}

export async function insertImported(trx: Db, project: ImportedProject, at: Date): Promise<void> {
  await trx
    .insertInto('projects')
    .values({
      ...toColumns(project),
      source: project.source,
      submitted_at: project.submittedAt ?? at,
      late: project.late,
      updated_at: at,
      hidden_at: project.hidden ? at : null,
    })
    .execute();
}

/** Changes a project to what a file says. */
export async function updateImported(trx: Db, id: string, project: ImportedProject, at: Date): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ ...toColumns(project), version: sql<number>`version + 1`, updated_at: at })
    .where('id', '=', id)
    .execute();
}
