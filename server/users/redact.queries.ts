import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Somebody whose account is deleted: every name that they had, and their address. */
interface RedactedPerson {
  id: string;
  names: string[];
  email: string | null;
}

/** Returns the names that a person has or was approved under, and the ids of their application. */
export async function selectNames(trx: Db, id: string): Promise<{ names: string[]; applications: string[] }> {
  const { rows } = await sql<{ name: string; application: string | null }>`
    select name, null as application from users where id = ${id}
    union select approved_name, id::text from applications where user_id = ${id}
    union select approved_name, id::text from withdrawn_applications where user_id = ${id}`.execute(trx);
  return {
    names: [...new Set(rows.map(({ name }) => name).filter(Boolean))],
    applications: rows.flatMap(({ application }) => application ?? []),
  };
}

const escapeName = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
const asWord = (words: string[]) => `(^|[^[:alnum:]])(${words.map(escapeName).join('|')})([^[:alnum:]]|$)`;

/** Whether a text names the person as a whole word. Of names of one word the case counts: "Will" is not "will". */
function createMatcher({ names, email }: RedactedPerson): (text: RawBuilder<unknown>) => RawBuilder<boolean> {
  const exact = names.filter((name) => !name.includes(' '));
  const folded = [...names.filter((name) => name.includes(' ')), ...(email ? [email] : [])];
  return (text) =>
    sql<boolean>`(${exact.length > 0 ? sql`${text} ~ ${asWord(exact)}` : sql`false`}
      or ${folded.length > 0 ? sql`${text} ~* ${asWord(folded)}` : sql`false`})`;
}

/**
 * Deletes the person's names from what belongs to others: reasons, names of tables and teams, scores, messages, and emails.
 * What another account with the same name has stays, and so do the texts that others wrote about themselves.
 */
export async function redactPerson(
  trx: Db,
  person: RedactedPerson,
  subjects: readonly string[],
): Promise<void> {
  const names = createMatcher(person);
  const words = [...person.names, person.email ?? ''].filter(Boolean);
  if (words.length === 0) return;
  const isNamesake = (id: RawBuilder<unknown>) =>
    sql`exists (select from users other where other.id = ${id} and other.id <> ${person.id}
      and other.name = any(${person.names}))`;
  for (const statement of [
    sql`update audit set detail = detail - 'reason' where detail ? 'reason'
      and (subject = any(${[person.id, ...subjects]}) or ${names(sql`detail ->> 'reason'`)})`,
    sql`update check_ins set undo_reason = null where ${names(sql`undo_reason`)}`,
    sql`update scores set team_name = 'Table ' || team_number where ${names(sql`team_name`)}
      or team_number in (select number from demo_tables where user_id = ${person.id})`,
    sql`update demo_tables set name = 'Table ' || number where user_id = ${person.id}
      or (${names(sql`name`)} and not (user_id is not null and ${isNamesake(sql`user_id`)}))`,
    sql`update teams set name = 'Unnamed team' where ${names(sql`name`)}
      and not exists (select from team_members m where m.team_id = teams.id and ${isNamesake(sql`m.user_id`)})`,
    sql`update join_requests set message = '' where requester_id <> ${person.id} and ${names(sql`message`)}`,
    // Emails say whom they are about since migration 015, and go with that account; a name may still be in one that is about
    // a team.
    sql`delete from mails where about_id is null and (sent_at is not null or failed_at is not null)
      and user_id is distinct from ${person.id} and ${names(sql`subject || ' ' || text || ' ' || html`)}
      and not (user_id is not null and ${isNamesake(sql`user_id`)})`,
    sql`update mails set ${sql.join(
      ['subject', 'text', 'html'].map((column) => {
        const text = sql.ref(column);
        return sql`${text} = regexp_replace(${text}, ${asWord(words)}, '\\1a deleted account\\3', 'g')`;
      }),
    )} where sent_at is null and failed_at is null and user_id is distinct from ${person.id}
      and ${names(sql`subject || ' ' || text || ' ' || html`)}
      and not (user_id is not null and ${isNamesake(sql`user_id`)})`,
  ])
    await statement.execute(trx);
}
