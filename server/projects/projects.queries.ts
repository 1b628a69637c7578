import { sql, type Updateable } from 'kysely';
import type { ProjectText } from '../../contract/projects/projects.ts';
import type { Db } from '../platform/db/open.ts';
import type { Tables } from '../platform/db/tables.ts';

/** Whose project it is: a team's, or a single person's. */
export type ProjectOwner = { team_id: string; user_id: null } | { team_id: null; user_id: string };

/** A project that has no text yet. */
export const noText: ProjectText = {
  title: '',
  tagline: '',
  description: '',
  repository: '',
  demo: '',
  video: '',
  tags: [],
  prizes: [],
};

const textColumns = Object.keys(noText) as (keyof ProjectText)[];

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/** Finds the project of a team; without one, that of the person. With the number of their table. */
export function findProject(db: Db, userId: string, teamId: string | null) {
  return db
    .selectFrom('projects')
    .select([
      'id',
      ...textColumns,
      'team_id as teamId',
      'track',
      'version',
      'submitted_at as submittedAt',
      'late',
      'hidden_at as hiddenAt',
      'needs_power as needsPower',
      sql<string | null>`started_on::text`.as('startedOn'),
      sql<number | null>`(select number from person_tables where user_id = ${userId})`.as('tableNumber'),
    ])
    .where((eb) => eb.or([eb('team_id', '=', teamId), eb('user_id', '=', userId)]))
    .orderBy(sql`team_id is null`)
    .limit(1)
    .executeTakeFirst();
}

/** Stores whether the gallery may name a person; returns whether that changed. */
export async function updateNamed(trx: Db, userId: string, named: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ named_in_gallery: named })
    .where('id', '=', userId)
    .where('named_in_gallery', '<>', named)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects the approved names of the approved people behind these projects who agree to be named, by name. */
export async function selectMakers(db: Db, projectIds: readonly string[]) {
  const { rows } = await sql<{ project: string; name: string }>`
    with makers as (
      select id as project, user_id from projects where id = any(${projectIds}) and user_id is not null
      union all
      select p.id, m.user_id from projects p join team_members m using (team_id) where p.id = any(${projectIds})
    )
    select project, coalesce(a.approved_name, u.name) as name from makers
    join users u on u.id = user_id and u.named_in_gallery and u.name <> ''
    join applications a on a.user_id = u.id and a.status = 'approved'
    order by lower(coalesce(a.approved_name, u.name)), u.id`.execute(db);
  return rows;
}

/** Whether a score of this project counts. */
export async function isJudged(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from scores s join project_tables t on t.number = s.team_number
    where t.project_id = ${id} and s.id not in (select score_id from voided_scores) limit 1`.execute(db);
  return rows.length > 0;
}

/** Finds until when a team, or a person without one, may submit, where organizers moved that. */
export async function findLaterDeadline(db: Db, userId: string, teamId: string | null) {
  const row = await db
    .selectFrom(teamId === null ? 'users' : 'teams')
    .select('project_deadline')
    .where('id', '=', teamId ?? userId)
    .executeTakeFirst();
  return row?.project_deadline ?? undefined;
}

/** Inserts a project at version 1, without the text that is missing, and returns its id. */
export async function insertProject(
  trx: Db,
  project: ProjectOwner & Partial<ProjectText> & { track: string; updated_at: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto('projects')
    .values({ ...noText, ...project })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records that something of a project changed that is not its text; the version stays. */
export async function touchProject(trx: Db, id: string, change: ProjectOwner & { updated_at: Date }) {
  await trx.updateTable('projects').set(change).where('id', '=', id).execute();
}

/** Changes a project and raises its version; the team, or the person, must be locked. */
export async function updateProject(
  trx: Db,
  id: string,
  change: Updateable<Tables['projects']> & { updated_at: Date },
): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function selectOwnProjects(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('projects').where('user_id', 'in', userIds).select('id').execute();
  return rows.map(({ id }) => id);
}

export async function deleteProjectRows(trx: Db, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('projects').where('id', 'in', ids).execute();
}
