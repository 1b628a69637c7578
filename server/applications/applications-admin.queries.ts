import { sql } from 'kysely';
import type { ApplicationStatus } from '../../contract/applications.ts';
import type { ApplicationSort } from '../../contract/applications-admin.ts';
import type { Db } from '../db/open.ts';
import { applicationsWithUsers } from './applications.queries.ts';

/** Which applications the organisers' list shows: of a status, and with every word in name, address or major. */
export interface ApplicationFilter {
  status?: ApplicationStatus;
  words: readonly string[];
}

/** Which part of the list, in which order; `after` is the application that ends the part before. */
export interface PageRange {
  sort: ApplicationSort;
  limit?: number;
  offset?: number;
  after?: string;
}

// Each order runs along one index in one direction, so that a page costs the same wherever it begins.
const orders = {
  newest: { columns: ['created_at', 'id'], direction: 'desc' },
  oldest: { columns: ['created_at', 'id'], direction: 'asc' },
  track: { columns: ['track', 'created_at', 'id'], direction: 'asc' },
} as const;

function wanted(db: Db, { status, words }: ApplicationFilter) {
  let query = db.selectFrom('applications');
  if (status) query = query.where('applications.status', '=', status);
  if (words.length === 0) return query;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  // Put into lower case once for all words, and the words once for all rows: `ilike` would do both at every comparison.
  const matches = sql<boolean>`lower(concat_ws(' ', users.name, users.email, applications.major))
    like all (array(select lower(pattern) from unnest(${patterns}::text[]) as pattern))`;
  return query.where((eb) =>
    eb.exists(
      eb
        .selectFrom('users')
        .whereRef('users.id', '=', 'applications.user_id')
        .where(matches)
        .select('users.id'),
    ),
  );
}

/** A part of the list. The rows are found first and filled in afterwards, so that skipped ones cost next to nothing. */
export function selectApplicationPage(db: Db, entrance: string, filter: ApplicationFilter, part: PageRange) {
  const { columns, direction } = orders[part.sort];
  const place = sql.join(columns.map((column) => sql.ref(`applications.${column}`)));
  let found = wanted(db, filter).select('applications.id');
  let rows = applicationsWithUsers(db, entrance);
  for (const column of columns) {
    found = found.orderBy(`applications.${column}`, direction);
    rows = rows.orderBy(`applications.${column}`, direction);
  }
  if (part.limit) found = found.limit(part.limit);
  if (part.offset) found = found.offset(part.offset);
  if (part.after) {
    const before = db
      .selectFrom('applications as last')
      .select(columns.map((column) => `last.${column}` as const))
      .where('last.id', '=', part.after);
    found = found.where(sql<boolean>`(${place}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${before})`);
  }
  return rows.where('applications.id', 'in', found).execute();
}

/** How many applications are wanted, counted one by one. */
export async function countFilteredApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const { count } = await wanted(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many applications there are of each status. */
export function countApplicationsByStatus(db: Db) {
  return db.selectFrom('application_counts').select(['status', 'count']).execute();
}
