import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/schema.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { type NamingTable, namingTables, projectTables, teamTables } from './personal-data.queries.ts';

/** Somebody whose account is deleted: the name now, the names that organizers approved, and the address. */
interface RedactedPerson {
  id: string;
  name: string;
  approvedNames: string[];
  email: string | null;
  /** The ids of their applications. */
  applications: string[];
}

/** Returns a person with the names that they have or were approved under, and the ids of their applications. */
export async function getRedactedPerson(
  trx: Db,
  { id, email }: { id: string; email: string | null },
): Promise<RedactedPerson> {
  const { rows } = await sql<{ name: string; approved: string | null; application: string | null }>`
    select u.name, coalesce(a.approved_name, case when a.status = 'approved' then u.name end) as approved,
      a.id::text as application
    from users u left join (
      select id, user_id, status, approved_name from applications
      union all select id, user_id, status, approved_name from withdrawn_applications
    ) a on a.user_id = u.id
    where u.id = ${id}`.execute(trx);
  return {
    id,
    email,
    name: rows[0]?.name ?? '',
    approvedNames: [...new Set(rows.flatMap(({ approved }) => approved ?? []))],
    applications: rows.flatMap(({ application }) => application ?? []),
  };
}

/** What stands for a name in the texts of their team, and in those of others. */
const substitutes = { team: 'a former member', others: 'a deleted account' };

/** A first and a last name. A single word may be any word: "May", "Art". */
const isFullName = (name: string) => /\S\s+\S/u.test(name);

type Escape = (text: string) => string;
const escapeJson: Escape = (text) => JSON.stringify(text).slice(1, -1);
const escapePattern: Escape = (text) =>
  text.replace(/[^\p{L}\p{N}]/gu, (sign) => (/\s/u.test(sign) ? '\\s+' : `\\${sign}`));

/** Finds and replaces whole words in a column, in any case. */
interface Matcher {
  isIn: (text: RawBuilder<unknown>) => RawBuilder<boolean>;
  replaceIn: (text: RawBuilder<unknown>, by: string) => RawBuilder<unknown>;
}

function createMatcher(
  names: readonly string[],
  email: string | null,
  { isJson = false }: { isJson?: boolean } = {},
): Matcher {
  const full = names.filter(isFullName);
  // Emails hold names escaped.
  const words = [...full, ...full.map(escapeHtml), ...(email ? [email] : [])];
  const escaped = [...new Set(isJson ? words.map(escapeJson) : words)].map(escapePattern);
  if (escaped.length === 0) return { isIn: () => sql`false`, replaceIn: (text) => text };
  const before = '(?<![[:alnum:]])';
  // In JSON a word may follow the `n` of an escaped new line.
  const begin = isJson ? `(?:${before}|(?<=\\\\[nrt]))` : before;
  const pattern = `${begin}(?:${escaped.join('|')})(?![[:alnum:]])`;
  return {
    isIn: (text) => sql`${text} ~* ${pattern}`,
    replaceIn: (text, by) => sql`regexp_replace(${text}, ${pattern}, ${by}, 'gi')`,
  };
}

/** Replaces names in a table, in the rows that `where` selects. */
async function replaceNames(
  trx: Db,
  { table, texts = {}, lists = {}, json = [], hasVersion }: NamingTable,
  {
    names,
    email,
    by,
    where,
  }: Pick<RedactedPerson, 'email'> & { names: string[]; by: string; where: RawBuilder<unknown> },
): Promise<void> {
  const plain = createMatcher(names, email);
  const escaped = createMatcher(names, email, { isJson: true });
  const columns = [
    ...Object.entries(texts).map(([column, most]) => ({
      column,
      found: plain.isIn(sql.ref(column)),
      value: sql`left(${plain.replaceIn(sql.ref(column), by)}, ${most}::int)`,
    })),
    ...Object.entries(lists).map(([column, most]) => ({
      column,
      found: plain.isIn(sql`array_to_string(${sql.ref(column)}, E'\\n')`),
      value: sql`array(select left(${plain.replaceIn(sql`entry`, by)}, ${most}::int)
        from unnest(${sql.ref(column)}) with ordinality as list (entry, at) order by at)`,
    })),
    ...json.map((column) => ({
      column,
      found: escaped.isIn(sql`${sql.ref(column)}::text`),
      value: sql`(${escaped.replaceIn(sql`${sql.ref(column)}::text`, by)})::jsonb`,
    })),
  ];
  const changes = columns.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(hasVersion ? [...changes, sql`version = version + 1`] : changes)}
    where (${sql.join(
      columns.map(({ found }) => found),
      sql` or `,
    )}) and ${where}`.execute(trx);
}

/**
 * Replaces the names of a person in their team's name, need, table and scores, and approved names in its project, before they
 * leave it.
 */
export async function redactTeam(trx: Db, { id, name, approvedNames, email }: RedactedPerson): Promise<void> {
  const team = sql`(select team_id from team_members where user_id = ${id})`;
  const numbers = sql`(select number from demo_tables where team_id = ${team})`;
  const projects = sql`(select id from projects where team_id = ${team})`;
  const rows: Partial<Record<keyof Tables, RawBuilder<unknown>>> = {
    teams: sql`id = ${team}`,
    demo_tables: sql`team_id = ${team}`,
    scores: sql`team_number in ${numbers}`,
    projects: sql`team_id = ${team}`,
    project_pictures: sql`project_id in ${projects}`,
  };
  const by = substitutes.team;
  for (const each of teamTables)
    await replaceNames(trx, each, { names: [...approvedNames, name], email, by, where: rows[each.table]! });
  for (const each of projectTables)
    await replaceNames(trx, each, { names: approvedNames, email, by, where: rows[each.table]! });
}

/**
 * Replaces the approved names of a person, and the address, in what belongs to others; empties their own table's name and
 * the reasons that are about them by id. A name is whatever its owner writes, so only names that organizers approved
 * count, and only first and last name together: nobody erases a rival by taking their name or a common word.
 */
export async function redactPerson(trx: Db, person: RedactedPerson): Promise<void> {
  const { id, name, approvedNames, email } = person;
  const ownTables = sql`(select number from demo_tables where user_id = ${id})`;
  for (const statement of [
    sql`update audit set detail = detail - 'reason'
      where detail ? 'reason' and subject = any(${[id, ...person.applications]})`,
    sql`update scores set team_name = 'Table ' || team_number where team_number in ${ownTables}`,
    sql`update demo_tables set name = 'Table ' || number where user_id = ${id}`,
  ])
    await statement.execute(trx);
  const names = [...new Set([name, ...approvedNames])];
  for (const each of namingTables) {
    const { accounts } = each;
    const where = accounts
      ? sql`not exists (select from users other where other.id in (${accounts}) and other.id <> ${id}
          and other.name = any(${names}))`
      : sql`true`;
    await replaceNames(trx, each, { names: approvedNames, email, by: substitutes.others, where });
  }
}
