import { type RawBuilder, sql } from 'kysely';
import { personalTables } from '../../people/account/registered-data.ts';
import type { Db } from '../../platform/db/open.ts';
import type { PersonalData } from '../../platform/db/personal-data.ts';
import { currentTransaction } from '../../platform/db/transaction-ids.ts';

/**
 * Deletes rows that are registered as older than a moment; returns how many, by table. Each table loses some at once, so that no
 * statement meets the time limit: call it again until there are none.
 */
export async function deleteExpiredRows(
  db: Db,
  kind: NonNullable<PersonalData['expires']>['after'],
  moment: Date,
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const [table, { expires }] of personalTables)
    if (expires?.after === kind) {
      const { at, rows = sql`true`, atOnce = 1000 } = expires;
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${at} < ${moment} and ${rows} limit ${atOnce}))`.execute(
        db,
      );
      deleted[table] = Number(numAffectedRows);
    }
  return deleted;
}

export async function selectDocumentsBefore(db: Db, moment: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .where('created_at', '<', moment)
    .where('owner_id', 'is not', null)
    .select('id')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes documents from their applications, with the text that was read from them. */
export async function detachDocuments(trx: Db, ids: readonly string[], at: Date): Promise<void> {
  for (const table of ['applications', 'withdrawn_applications'] as const)
    await sql`update ${sql.table(table)} set
        resume_file_id = case when resume_file_id = any(${ids}) then null else resume_file_id end,
        pitch_deck_file_id = case when pitch_deck_file_id = any(${ids}) then null else pitch_deck_file_id end,
        documents_removed_at = ${at}
      where resume_file_id = any(${ids}) or pitch_deck_file_id = any(${ids})`.execute(trx);
  await sql`with emptied as (
      update profiles set resume = 'unavailable', resume_text = '', links = '{}',
        changed = ${currentTransaction}
      from applications
      where applications.id = application_id and resume_file_id is null and documents_removed_at = ${at}
      returning application_id
    )
    delete from profile_vectors using emptied where profile_vectors.application_id = emptied.application_id`.execute(
    trx,
  );
}

export async function deleteReasonsBefore(db: Db, moment: Date, most: number): Promise<number> {
  await sql`update voided_scores set reason = null where voided_at < ${moment} and reason is not null`.execute(
    db,
  );
  const { numAffectedRows } = await sql`update audit set detail = detail - 'reason' where id = any(array(
    select id from audit where at < ${moment} and detail ? 'reason' limit ${most}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Participants, and volunteers of a shift, who were there before a moment: neither their account nor their application is
 * younger.
 */
const expired = (moment: Date): RawBuilder<boolean> => sql`(u.created_at < ${moment}
  and (u.role = 'hacker' or exists (select from shifts s where s.user_id = u.id))
  and not exists (select from applications a where a.user_id = u.id and a.created_at >= ${moment}))`;

/** Deletes teams whose members are all expired, and the preference of those members. Returns how many teams. */
export async function deleteExpiredTeams(trx: Db, moment: Date, most: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`delete from teams where id in (
      select t.id from teams t where not exists (
        select from team_members m join users u on u.id = m.user_id where m.team_id = t.id and not ${expired(moment)}
      ) order by t.id limit ${most}
    ) returning id`.execute(trx);
  await sql`update users set team_preference = null where team_preference = 'hasTeam'
    and not exists (select from team_members m where m.user_id = users.id)`.execute(trx);
  return rows.length;
}

/** Selects expired participants without a team; `inTeam`: those in a team with people who stay. */
export async function selectExpiredPeople(
  db: Db,
  moment: Date,
  { inTeam, most }: { inTeam: boolean; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from users u where ${expired(moment)}
    and ${inTeam ? sql`` : sql`not`} exists (select from team_members m where m.user_id = u.id)
    order by u.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Selects projects that belong to nobody any more and were last changed before a moment. */
export async function selectExpiredProjects(db: Db, moment: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .where('team_id', 'is', null)
    .where('user_id', 'is', null)
    .where('updated_at', '<', moment)
    .select('id')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

const addCounts = sql`on conflict (what, value) do update set count = retained_counts.count + excluded.count`;

/** Deletes and counts the applications and check-ins of people. */
export async function countDeletedPeople(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`with gone as (delete from applications where user_id = any(${ids}) returning status, track, t_shirt_size)
    insert into retained_counts (what, value, count)
    select what, value, count(*) from gone
    cross join lateral (values ('status', status), ('track', track), ('t-shirt', t_shirt_size)) as each (what, value)
    group by what, value ${addCounts}`.execute(trx);
  await sql`with gone as (delete from check_ins where user_id = any(${ids}) returning state, checkpoint)
    insert into retained_counts (what, value, count)
    select 'check-in', checkpoint, count(*) from gone where state = 'admitted' group by checkpoint ${addCounts}`.execute(
    trx,
  );
}

export async function insertCount(trx: Db, what: string, value: string, count: number): Promise<void> {
  await sql`insert into retained_counts (what, value, count) values (${what}, ${value}, ${count}) ${addCounts}`.execute(
    trx,
  );
}

/** Replaces the names of tables and in scores whose team or person is deleted. Returns whether a name changed. */
export async function redactDeletedTables(trx: Db, moment: Date): Promise<boolean> {
  const tables = await sql`update demo_tables set name = 'Table ' || number
    where team_id is null and user_id is null and project_id is null and name <> 'Table ' || number`.execute(
    trx,
  );
  const scores = await sql`update scores set team_name = 'Table ' || team_number
    where created_at < ${moment} and team_name <> 'Table ' || team_number`.execute(trx);
  return [tables, scores].some(({ numAffectedRows }) => numAffectedRows !== 0n);
}

/** Counts what is due to be deleted. */
export async function countExpired(
  db: Db,
  { documents, applications }: { documents: Date; applications: Date },
): Promise<{ documents: number; people: number }> {
  const { rows } = await sql<{ documents: number; people: number }>`select
    (select count(*)::int from files where owner_id is not null and created_at < ${documents}) as documents,
    (select count(*)::int from users u where ${expired(applications)}) as people`.execute(db);
  return rows[0]!;
}

export function selectRetainedCounts(db: Db) {
  return db.selectFrom('retained_counts').selectAll().orderBy('what').orderBy('value').execute();
}
