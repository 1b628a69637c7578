import { sql } from 'kysely';
import type { ApplicationStatus } from '../../contract/applications.ts';
import type { ApplicationSort } from '../../contract/applications-admin.ts';
import type { Db } from '../db/open.ts';
import { applicationsWithUsers } from './applications.queries.ts';

/** Which applications a list shows: those with this status, and with every word in name, email address or major. */
interface ApplicationFilter {
  status?: ApplicationStatus;
  words: readonly string[];
  /** Whether any decision is held: then a status is the one that was decided. */
  held: boolean;
}

/** Which part of the list, in which order; `after` is the last application of the page before. */
export interface PageRange {
  sort: ApplicationSort;
  limit?: number;
  offset?: number;
  after?: string;
}

// Each sort follows one index in one direction, so that a page costs the same wherever it begins.
const sorts = {
  newest: { columns: ['created_at', 'id'], direction: 'desc' },
  oldest: { columns: ['created_at', 'id'], direction: 'asc' },
  track: { columns: ['track', 'created_at', 'id'], direction: 'asc' },
} as const;

function filteredApplications(db: Db, { status, words, held }: ApplicationFilter) {
  let query = db.selectFrom('applications');
  // Without held decisions, the pages of a status follow its index.
  if (status && !held) query = query.where('applications.status', '=', status);
  if (status && held)
    query = query.where(
      (eb) =>
        eb.fn.coalesce(
          eb
            .selectFrom('held_decisions')
            .whereRef('held_decisions.application_id', '=', 'applications.id')
            .select('held_decisions.status'),
          'applications.status',
        ),
      '=',
      status,
    );
  if (words.length === 0) return query;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  // `ilike` would lower-case both sides at every comparison.
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

/** Selects applications as organizers see them: with the decision that is held, and until when the last can be undone. */
function applicationsForOrganizers(db: Db, entrance: string) {
  return applicationsWithUsers(db, entrance)
    .leftJoin('held_decisions', 'held_decisions.application_id', 'applications.id')
    .leftJoin('undoable_decisions', 'undoable_decisions.application_id', 'applications.id')
    .select([
      'held_decisions.status as heldStatus',
      'held_decisions.decided_at as heldAt',
      'undoable_decisions.until as undoUntil',
    ]);
}

/** What organizers see of an application beyond `StoredApplication`. */
export type OrganizersView = Pick<
  Awaited<ReturnType<ReturnType<typeof applicationsForOrganizers>['execute']>>[number],
  'heldStatus' | 'heldAt' | 'undoUntil'
>;

/** Returns an application by its id; undefined when there is none. */
export function findApplicationForOrganizers(db: Db, id: string, entrance: string) {
  return applicationsForOrganizers(db, entrance).where('applications.id', '=', id).executeTakeFirst();
}

/** Returns one page. The ids come from a subquery, so that skipped rows are never joined. */
export function selectApplicationPage(db: Db, entrance: string, filter: ApplicationFilter, page: PageRange) {
  const { columns, direction } = sorts[page.sort];
  const position = sql.join(columns.map((column) => sql.ref(`applications.${column}`)));
  let ids = filteredApplications(db, filter).select('applications.id');
  let rows = applicationsForOrganizers(db, entrance);
  for (const column of columns) {
    ids = ids.orderBy(`applications.${column}`, direction);
    rows = rows.orderBy(`applications.${column}`, direction);
  }
  // A literal: with a parameter, PostgreSQL plans the statement again at every call, which takes twice as long as the page.
  if (page.limit) ids = ids.limit(sql.lit(page.limit));
  if (page.offset) ids = ids.offset(page.offset);
  if (page.after) {
    const last = db
      .selectFrom('applications as last')
      .select(columns.map((column) => `last.${column}` as const))
      .where('last.id', '=', page.after);
    ids = ids.where(sql<boolean>`(${position}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${last})`);
  }
  return rows.where('applications.id', 'in', ids).execute();
}

export async function countFilteredApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const { count } = await filteredApplications(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function countApplicationsByStatus(db: Db) {
  return db.selectFrom('application_counts').select(['status', 'count']).execute();
}
