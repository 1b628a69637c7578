import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseShortId } from '../../../contract/event-day/short-id.ts';
import { escapeLike, toFoldedText } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';

// Sorted by bytes, as the index is.
const person = sql<string>`lower(application_words.person) collate "C"`;

type Order = [by: Expression<unknown>, direction: 'asc' | 'desc'][];
const byPerson: Order = [
  [person, 'asc'],
  [sql.ref('applications.id'), 'asc'],
];

interface Range {
  checkpoint: string;
  max: number;
}

/** Selects the first approved people. The ids come from a subquery, so that no other rows are joined. */
function approvedPeople(
  db: Db,
  { max, checkpoint, order }: Range & { order: Order },
  condition: Expression<SqlBool>,
) {
  const applications = db
    .selectFrom('application_words')
    .innerJoin('applications', 'applications.id', 'application_words.application_id');
  let ids = applications
    .where('applications.status', '=', sql.lit('approved' as const))
    .where(condition)
    .select('applications.id')
    .limit(sql.lit(max));
  let rows = applications
    .innerJoin('users', 'users.id', 'applications.user_id')
    .leftJoin('checked_in', (join) =>
      join
        .onRef('checked_in.user_id', '=', 'applications.user_id')
        .on('checked_in.checkpoint', '=', checkpoint),
    )
    .select([
      'applications.id as _id',
      'applications.user_id as userId',
      'users.name',
      'users.email',
      'applications.major',
      'applications.attendance_confirmed as attendanceConfirmed',
      'applications.dietary_restrictions as dietaryRestrictions',
      'applications.t_shirt_size as tShirtSize',
      'applications.approved_name as approvedName',
      'applications.renamed_at as renamedAt',
      'checked_in.checked_in_at as checkedInAt',
    ]);
  for (const [by, direction] of order) {
    ids = ids.orderBy(by, direction);
    rows = rows.orderBy(by, direction);
  }
  return rows.where(sql<boolean>`applications.id = any(array(${ids}))`);
}

/** Selects people whose name begins with a term. */
function selectByStart(db: Db, range: Range, term: string) {
  const start = toFoldedText(term);
  const condition = sql<SqlBool>`${person} >= ${start} and ${person} < ${start} || chr(1114111)`;
  return approvedPeople(db, { ...range, order: byPerson }, condition).execute();
}

/** Selects people with every one of these words, each escaped for `like`. */
function selectByWords(db: Db, range: Range, words: readonly string[]) {
  const every = (condition: (word: string) => RawBuilder<SqlBool>) =>
    sql<SqlBool>`(${sql.join(words.map(condition), sql` and `)})`;
  const order: Order = [
    [sql`${person} like ${toFoldedText(`${words.join(' ')}%`)}`, 'desc'],
    [every((word) => sql`' ' || ${person} like ${toFoldedText(`% ${word}%`)}`), 'desc'],
    ...byPerson,
  ];
  // The text has an index, and the major too.
  const condition = every((word) => {
    const pattern = toFoldedText(`%${word}%`);
    return sql`application_words.text like ${pattern} and ${person} like ${pattern}`;
  });
  return approvedPeople(db, { ...range, order }, condition).execute();
}

/** Selects people whose user id begins with these 8 digits. */
function selectByShortId(db: Db, range: Range, id: string) {
  const condition = sql<SqlBool>`applications.user_id between ${`${id}-0000-0000-0000-000000000000`}
    and ${`${id}-ffff-ffff-ffff-ffffffffffff`}`;
  return approvedPeople(db, { ...range, order: byPerson }, condition).execute();
}

/**
 * Returns the approved people whose pass shows `words` as its code, else those whose name and email together contain every
 * one of them, at most `max`: first those whose name begins with all of them as they stand, then those of whom each word
 * begins a word, then the others, by name.
 */
export async function selectApprovedByTerm(
  db: Db,
  { words, ...range }: Range & { words: readonly string[] },
) {
  const id = parseShortId(words.join(''));
  const holders = id ? await selectByShortId(db, range, id) : [];
  if (holders.length > 0) return holders;
  // Many names share a first name: if `max` of them match, no others are read.
  const first = await selectByStart(db, range, words.join(' '));
  if (first.length === range.max) return first;
  return selectByWords(db, range, words.map(escapeLike));
}

/** Selects everybody with a pass and an email address. */
export function selectPassHolders(db: Db) {
  return db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .where('applications.status', '=', 'approved')
    .where('users.email', 'is not', null)
    .select(['users.id', 'users.name', 'users.email'])
    .$narrowType<{ email: string }>()
    .execute();
}
