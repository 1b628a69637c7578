import { type RawBuilder, sql } from 'kysely';
import { escapeLike } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Texts } from '../../platform/db/personal-data.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { personalTables } from './registered-data.ts';

export interface StaffWords {
  names: readonly string[];
  addresses: readonly string[];
}

/** First and last name. A single word can be an ordinary word: "May", "Art". */
const isFullName = (name: string) => /\S\s+\S/u.test(name);

/** Returns the full names that people were approved under, and their addresses. */
export async function selectWordsOf(db: Db, ids: readonly string[]): Promise<StaffWords> {
  const { rows } = await sql<{ name: string | null; email: string | null }>`
    select approved_name as name, null as email from applications where user_id = any(${ids})
    union select approved_name, null from withdrawn_applications where user_id = any(${ids})
    union select null, email from users where id = any(${ids})`.execute(db);
  return {
    names: rows.flatMap(({ name }) => (name && isFullName(name) ? name : [])),
    addresses: rows.flatMap(({ email }) => email ?? []),
  };
}

/** Returns a person with the full names that they were approved under, and the ids of their applications. */
export async function getRedactedPerson(db: Db, { id, email }: { id: string; email: string | null }) {
  const { rows } = await sql<{ name: string | null; application: string }>`
    select approved_name as name, id::text as application from applications where user_id = ${id}
    union all select approved_name, id::text from withdrawn_applications where user_id = ${id}`.execute(db);
  const names = rows.flatMap(({ name }) => (name && isFullName(name) ? name : []));
  return { id, email, names, applications: rows.map(({ application }) => application) };
}

type RedactedPerson = Awaited<ReturnType<typeof getRedactedPerson>>;

const escapePattern = (text: string) =>
  text.replace(/[^\p{L}\p{N}]/gu, (sign) => (/\s/u.test(sign) ? '\\s+' : `\\${sign}`));
/** A text as JSON encodes it, also in an address such as that of a saved view. */
const toJsonForms = (text: string) => [
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
  new URLSearchParams({ '': text }).toString().slice(1),
];

/** Finds and replaces whole words in a column, in any case. */
interface Matcher {
  isIn: (text: RawBuilder<unknown>) => RawBuilder<boolean>;
  replaceIn: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
}

function createMatcher(words: readonly string[], by: string, { isJson = false } = {}): Matcher {
  // Emails hold names escaped.
  const forms = [
    ...new Set(words.flatMap((word) => (isJson ? toJsonForms(word) : [word, escapeHtml(word)]))),
  ];
  const before = '(?<![[:alnum:]])';
  // In JSON a word may follow the `n` of an escaped line break; in an address, an encoded space.
  const begin = isJson ? `(?:${before}|(?<=\\\\[nrt])|(?<=%20))` : before;
  const pattern = `${begin}(?:${forms.map(escapePattern).join('|')})(?![[:alnum:]])`;
  const parts = forms.map((form) => `%${form.split(/\s+/).map(escapeLike).join('%')}%`);
  const lowered = sql`(array(select lower(part) from unnest(${parts}::text[]) as part))`;
  return {
    // `like` takes a twentieth of the pattern's time; `case` keeps the planner from trying the pattern first.
    isIn: (text) =>
      sql`case when lower(${text}) like any ${lowered} then ${text} ~* ${pattern} else false end`,
    replaceIn: (text) => sql`regexp_replace(${text}, ${pattern}, ${by}, 'gi')`,
  };
}

/** Returns the part of a JSON column, and an expression that replaces it. */
function selectPart(
  ref: RawBuilder<unknown>,
  where: string[] | { fields: readonly string[] },
): [part: RawBuilder<unknown>, put: (part: RawBuilder<unknown>) => RawBuilder<unknown>] {
  if ('fields' in where) {
    const fields = sql`select jsonb_object_agg(key, value) from jsonb_each(${ref}) where key = any(${where.fields})`;
    return [fields, (part) => sql`${ref} || ${part}`];
  }
  if (where.length === 0) return [ref, (part) => part];
  return [sql`${ref} #> ${where}::text[]`, (part) => sql`jsonb_set(${ref}, ${where}::text[], ${part})`];
}

interface Replacement {
  words: readonly string[];
  by: string;
  rows: RawBuilder<unknown>;
  /** Columns with lists of texts, each with the longest text. */
  lists?: Record<string, number>;
}

/** Replaces words in the rows of a table; returns how many rows had one. */
async function replaceWords(
  trx: Db,
  table: keyof Tables,
  texts: Texts,
  { words, by, rows, lists = {} }: Replacement,
): Promise<number> {
  if (words.length === 0 || Object.keys(texts).length === 0) return 0;
  const plain = createMatcher(words, by);
  const json = createMatcher(words, by, { isJson: true });
  const columns = Object.entries(texts).map(([column, most]) => {
    const ref = sql.ref(column);
    if (typeof most === 'number')
      return { ref, found: plain.isIn(ref), value: sql`left(${plain.replaceIn(ref)}, ${most}::int)` };
    const [part, put] = selectPart(ref, most);
    const value = sql`(${json.replaceIn(sql`(${part})::text`)})::jsonb`;
    return { ref, found: json.isIn(sql`(${part})::text`), value: put(value) };
  });
  for (const [column, most] of Object.entries(lists)) {
    const ref = sql.ref(column);
    const entries = sql`select left(${plain.replaceIn(sql`entry`)}, ${most}::int)
      from unnest(${ref}) with ordinality as list (entry, at) order by at`;
    columns.push({
      ref,
      found: plain.isIn(sql`array_to_string(${ref}, E'\\n')`),
      value: sql`array(${entries})`,
    });
  }
  const changes = columns.map(
    ({ ref, found, value }) => sql`${ref} = case when ${found} then ${value} else ${ref} end`,
  );
  if (table === 'projects') changes.push(sql`version = version + 1`);
  const isAnyFound = sql.join(
    columns.map(({ found }) => found),
    sql` or `,
  );
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.join(changes)}
    where (${isAnyFound}) and ${rows}`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Redacts a person's approved full names in the texts of their team, its table, scores and project, before they leave it.
 */
async function redactTeam(trx: Db, { id, names }: RedactedPerson): Promise<void> {
  const team = sql`(select team_id from team_members where user_id = ${id})`;
  for (const [table, { teamTexts }] of personalTables)
    if (teamTexts) {
      const { texts, lists = {}, rows } = teamTexts;
      await replaceWords(trx, table, texts, { words: names, by: 'a former member', rows: rows(team), lists });
    }
}

/**
 * Rewrites texts that are linked to a person by id and outlive them: their team's texts, the name of their own table, and
 * the reasons in the log that are about them. Each statement uses an index.
 */
export async function redactOwnTraces(trx: Db, person: RedactedPerson): Promise<void> {
  const { id, applications } = person;
  await redactTeam(trx, person);
  await sql`update audit set detail = detail - 'reason'
    where subject = any(${[id, ...applications]}) and detail ? 'reason'`.execute(trx);
  await sql`update scores set team_name = 'Table ' || team_number
    where team_number = (select number from demo_tables where user_id = ${id})`.execute(trx);
  await sql`update demo_tables set name = 'Table ' || number where user_id = ${id}`.execute(trx);
}

/**
 * Redacts approved full names and addresses in texts by staff and in announcement emails; with `lasting` only in texts that
 * are not deleted by age. It reads whole tables, so it takes no locks that others wait for. Returns whether settings of the
 * event changed.
 */
export async function redactStaffTexts(trx: Db, { names, addresses }: StaffWords, { lasting = false } = {}) {
  const by = 'a deleted account';
  const words = [...names, ...addresses];
  if (words.length === 0) return false;
  const { isIn } = createMatcher(words, by);
  const unlimited = 1_000_000;
  const rows = sql`id in (select mail_id from announcement_receivers r join announcements a on a.id = announcement_id
    where ${isIn(sql`a.subject`)} or ${isIn(sql`a.text`)})`;
  const emails = { subject: unlimited, text: unlimited, html: unlimited };
  if (!lasting) await replaceWords(trx, 'mails', emails, { words, by, rows });
  let changed = 0;
  for (const [table, { staffTexts, staffRows = sql`true`, addressTexts = {}, expires }] of personalTables)
    if (staffTexts && !(lasting && expires)) {
      const others = { words: addresses, by, rows: sql`not (${staffRows})` };
      const count =
        (await replaceWords(trx, table, staffTexts, { words, by, rows: staffRows })) +
        (await replaceWords(trx, table, staffTexts, others)) +
        (await replaceWords(trx, table, addressTexts, { words: addresses, by, rows: sql`true` }));
      if (table === 'events') changed += count;
    }
  return changed > 0;
}
