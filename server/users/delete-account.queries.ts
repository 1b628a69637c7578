import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../contract/limits.ts';
import type { Db } from '../db/open.ts';

/** Somebody whose account is deleted: the names that they had, those that organizers approved, and their address. */
interface RedactedPerson {
  id: string;
  names: string[];
  approvedNames: string[];
  email: string | null;
}

/** Returns the names that a person has or was approved under, and the ids of their application. */
export async function selectNames(
  trx: Db,
  id: string,
): Promise<{ names: string[]; approvedNames: string[]; applications: string[] }> {
  const { rows } = await sql<{ name: string | null; application: string | null }>`
    select name, null as application from users where id = ${id}
    union select coalesce(approved_name, case when status = 'approved' then name end), a.id::text
      from applications a join users u on u.id = user_id where user_id = ${id}
    union select coalesce(approved_name, case when status = 'approved' then name end), a.id::text
      from withdrawn_applications a join users u on u.id = user_id where user_id = ${id}`.execute(trx);
  const toNames = (some: typeof rows) => [...new Set(some.flatMap(({ name }) => name || []))];
  return {
    names: toNames(rows),
    approvedNames: toNames(rows.filter(({ application }) => application !== null)),
    applications: rows.flatMap(({ application }) => application ?? []),
  };
}

const escapeName = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
const asWord = (words: string[]) => `(?<![[:alnum:]])(${words.map(escapeName).join('|')})(?![[:alnum:]])`;

/**
 * Finds and replaces the names and the address of a person as whole words. Of names of one word the case counts: "Will" is
 * not "will".
 */
function createMatcher(names: readonly string[], email: string | null) {
  const patterns = [
    { words: [...names.filter((name) => name.includes(' ')), ...(email ? [email] : [])], flags: 'gi' },
    { words: names.filter((name) => !name.includes(' ')), flags: 'g' },
  ].filter(({ words }) => words.length > 0);
  return {
    isIn: (text: RawBuilder<unknown>): RawBuilder<boolean> =>
      sql`(${sql.join(
        [
          sql`false`,
          ...patterns.map(({ words, flags }) =>
            flags === 'gi' ? sql`${text} ~* ${asWord(words)}` : sql`${text} ~ ${asWord(words)}`,
          ),
        ],
        sql` or `,
      )})`,
    replaceIn: (text: RawBuilder<unknown>, by: string): RawBuilder<unknown> =>
      patterns.reduce(
        (inner, { words, flags }) => sql`regexp_replace(${inner}, ${asWord(words)}, ${by}, ${flags})`,
        text,
      ),
  };
}

/** Gives the team of the person, its table, its scores and its project neutral names where they hold the person's. */
export async function redactTeam(trx: Db, person: RedactedPerson): Promise<void> {
  const named = createMatcher(person.names, person.email);
  const team = sql`(select team_id from team_members where user_id = ${person.id})`;
  const tables = sql`(select number from demo_tables where team_id = ${team})`;
  for (const statement of [
    sql`update teams set name = 'Unnamed team' where id = ${team} and ${named.isIn(sql`name`)}`,
    sql`update teams set need = '' where id = ${team} and ${named.isIn(sql`need`)}`,
    sql`update demo_tables set name = 'Table ' || number where team_id = ${team} and ${named.isIn(sql`name`)}`,
    sql`update scores set team_name = 'Table ' || team_number
      where team_number in ${tables} and ${named.isIn(sql`team_name`)}`,
    ...(['title', 'tagline', 'description'] as const).map(
      (column) => sql`update projects set version = version + 1, ${sql.ref(column)} = left(
        ${named.replaceIn(sql`${sql.ref(column)}`, 'a former member')}, ${limits.project[column]})
      where team_id = ${team} and ${named.isIn(sql`${sql.ref(column)}`)}`,
    ),
    sql`update project_pictures set alternative_text = left(
        ${named.replaceIn(sql`alternative_text`, 'a former member')}, ${limits.project.alternativeText})
      where project_id in (select id from projects where team_id = ${team}) and ${named.isIn(sql`alternative_text`)}`,
  ])
    await statement.execute(trx);
}

/**
 * Deletes the person's names from what belongs to others: reasons, their table, scores, messages, and emails. A name is
 * whatever its owner writes, so texts that are not about this person by their ids are searched only for a name that
 * organizers approved: nobody erases a rival by taking their name. What another account with the same name has stays, and so
 * do the texts that others wrote about themselves.
 */
export async function redactPerson(
  trx: Db,
  person: RedactedPerson,
  subjects: readonly string[],
): Promise<void> {
  const approved = createMatcher(person.approvedNames, person.email);
  const isNamesake = (id: RawBuilder<unknown>) =>
    sql`exists (select from users other where other.id = ${id} and other.id <> ${person.id}
      and other.name = any(${person.names}))`;
  const ownTables = sql`(select number from demo_tables where user_id = ${person.id})`;
  const withoutName = (columns: readonly string[]) =>
    sql.join(
      columns.map((column) => {
        const text = sql`${sql.ref(column)}`;
        return sql`${text} = ${approved.replaceIn(text, 'a deleted account')}`;
      }),
    );
  for (const statement of [
    sql`update audit set detail = detail - 'reason' where detail ? 'reason'
      and (subject = any(${[person.id, ...subjects]}) or ${approved.isIn(sql`detail ->> 'reason'`)})`,
    sql`update check_ins set undo_reason = null where ${approved.isIn(sql`undo_reason`)}`,
    sql`update scores set team_name = 'Table ' || team_number where team_number in ${ownTables}
      or (lower(team_name) = any(${person.approvedNames.map((name) => name.toLowerCase())})
        and team_number not in (select number from demo_tables))`,
    sql`update demo_tables set name = 'Table ' || number where user_id = ${person.id}`,
    sql`update reviews set note = '' where ${approved.isIn(sql`note`)}`,
    sql`delete from score_comments where ${approved.isIn(sql`comment`)}`,
    sql`delete from project_reports where ${approved.isIn(sql`text`)}`,
    sql`update teams set need = '' where ${approved.isIn(sql`need`)}`,
    sql`update team_cards set skills = '', about = ''
      where user_id <> ${person.id} and ${approved.isIn(sql`skills || ' ' || about`)}`,
    sql`update join_requests set message = '' where requester_id <> ${person.id} and ${approved.isIn(sql`message`)}`,
    // Emails say whom they are about since migration 015, and go with that account; a name may still be in one that is about
    // a team.
    sql`delete from mails where about_id is null and (sent_at is not null or failed_at is not null)
      and user_id is distinct from ${person.id} and ${approved.isIn(sql`subject || ' ' || text || ' ' || html`)}
      and not (user_id is not null and ${isNamesake(sql`user_id`)})`,
    sql`update announcements set ${withoutName(['subject', 'text'])} where ${approved.isIn(sql`subject || ' ' || text`)}`,
    sql`update mails set ${withoutName(['subject', 'text', 'html'])} where sent_at is null and failed_at is null and user_id is distinct from ${person.id}
      and ${approved.isIn(sql`subject || ' ' || text || ' ' || html`)}
      and not (user_id is not null and ${isNamesake(sql`user_id`)})`,
  ])
    await statement.execute(trx);
}

/** Deletes a user with everything that refers to the account, and what is stored under the email address alone. */
export async function deleteUser(trx: Db, id: string, email: string | null): Promise<void> {
  if (email !== null) {
    await trx.deleteFrom('email_codes').where('email', '=', email).execute();
    await trx.deleteFrom('walk_ins').where('email', '=', email).execute();
    await trx.deleteFrom('mails').where('recipient', '=', email).where('user_id', 'is', null).execute();
  }
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
