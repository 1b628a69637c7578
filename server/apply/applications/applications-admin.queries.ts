import { type RawBuilder, sql } from 'kysely';
import type { ApplicationStatus } from '../../../contract/apply/applications.ts';
import type { ApplicationSort } from '../../../contract/apply/applications-admin.ts';
import { hasRated, reviewIsBlind, seesApplicant } from '../../people-data/blind-review.ts';
import { matchesFilter, type PeopleFilter } from '../../people-data/people-filter.ts';
import { toFoldedText } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';
import { applicationsWithUsers, type StoredApplication } from './applications.queries.ts';

type YesOrNo = 'yes' | 'no';

/** The applications that a list shows: those with this status and with every word in name, email address or major. */
export interface ApplicationFilter
  extends Pick<PeopleFilter, 'track' | 'place' | 'coming' | 'answers' | 'openAnswers'> {
  status?: ApplicationStatus | undefined;
  /** A `like` pattern for each word. */
  patterns: readonly string[];
  /** Whether any decisions are held: then `status` is the decided one. */
  held: boolean;
  /** Only applications that the reader has claimed. */
  share?: 'mine' | undefined;
  /** Whether the person is in a team, was checked in at `entrance`, and was rated by the reader. */
  team?: YesOrNo | undefined;
  checkedIn?: YesOrNo | undefined;
  rated?: YesOrNo | undefined;
  size?: string | undefined;
  food?: string | undefined;
  /** The reviewer who rated or claimed them. */
  reviewer?: string | undefined;
  entrance: string;
  reader: ViewingOrganizer;
}

/** The organizer who reads: while review is blind, they see applicants only after rating them. */
interface ViewingOrganizer {
  id: string;
  now: Date;
}

/** The part of the list, and its order; `after` is the last application of the previous page. */
interface PageRange {
  sort: ApplicationSort;
  limit?: number | undefined;
  offset?: number | undefined;
  after?: string | undefined;
}

// Each sort follows one index in one direction, so that every page costs the same.
const sorts = {
  newest: { columns: ['created_at', 'id'], direction: 'desc' },
  oldest: { columns: ['created_at', 'id'], direction: 'asc' },
  track: { columns: ['track', 'created_at', 'id'], direction: 'asc' },
  rating: { columns: ['rating', 'created_at', 'id'], direction: 'desc' },
} as const;

/** The position of an application in one sort; an average that is hidden from the reader does not count. */
function positionOf(application: string, column: string, reader: ViewingOrganizer) {
  if (column !== 'rating') return sql.ref(`${application}.${column}`);
  return sql`coalesce((select avg(rating) from reviews r where r.application_id = ${sql.ref(`${application}.id`)}
    and ${seesApplicant(`${application}.id`, reader.id)}), 0)`;
}

function filteredApplications(db: Db, filter: ApplicationFilter) {
  const { status, patterns, held, share, team, checkedIn, rated, size, food, reviewer } = filter;
  const { entrance, reader, track, place, coming, answers, openAnswers } = filter;
  const people: PeopleFilter = {
    ...{ track, place, coming, answers, openAnswers },
    // Without held decisions, the pages of a status follow its index.
    ...(held ? { decided: status } : { status }),
    ...(team && { team: [team === 'yes' ? 'some' : 'none'] }),
    ...(checkedIn && { checkpoints: [{ id: entrance, done: checkedIn === 'yes' }] }),
  };
  let query = db
    .selectFrom('applications')
    .where(matchesFilter(people, { user: 'applications.user_id', application: 'applications' }));
  if (share)
    query = query.where(
      sql<boolean>`exists (select from review_claims c where c.application_id = applications.id and c.user_id = ${reader.id})`,
    );
  const isRated = hasRated('applications.id', reader.id);
  if (rated) query = query.where(rated === 'yes' ? isRated : sql<boolean>`not ${isRated}`);
  if (size) query = query.where('t_shirt_size', '=', size);
  if (food)
    query = query.where(
      'dietary_restrictions',
      food === 'other' ? 'like' : '=',
      food === 'other' ? 'other:%' : food,
    );
  if (reviewer)
    query = query.where(
      sql<boolean>`(exists (select from review_claims c where c.application_id = applications.id and c.user_id = ${reviewer})
        or ${hasRated('applications.id', reviewer)})`,
    );
  // These would reveal something about people whom blind review hides.
  if (team || checkedIn || answers?.length || openAnswers?.length)
    query = query.where(seesApplicant('applications.id', reader.id));
  if (patterns.length === 0) return query;
  return query.where('applications.id', 'in', applicationsWithWords(db, patterns, reader));
}

function applicationsWithWords(db: Db, patterns: readonly string[], reader: ViewingOrganizer) {
  // A condition for each word, for the index on parts of words.
  const contains = (column: RawBuilder<string>) =>
    patterns.map((pattern) => sql<boolean>`${column} like ${toFoldedText(pattern)}`);
  return db
    .selectFrom('application_words')
    .where(({ and }) => and(contains(sql.ref('application_words.text'))))
    .where(({ and, or }) =>
      or([
        // Whether a name matches reveals who applied.
        seesApplicant('application_words.application_id', reader.id),
        and(contains(sql`lower(application_words.major)`)),
      ]),
    )
    .select('application_id');
}

/**
 * Selects applications as organizers see them: with the held decision, until when the last one can be undone, who has
 * claimed them, and their ratings.
 */
function applicationsForOrganizers(db: Db, entrance: string, reader: ViewingOrganizer) {
  return applicationsWithUsers(db, entrance)
    .leftJoin('review_claims', 'review_claims.application_id', 'applications.id')
    .leftJoin('users as claimer', 'claimer.id', 'review_claims.user_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('reviews')
          .whereRef('reviews.application_id', '=', 'applications.id')
          .select([
            sql<number | null>`avg(rating)::float`.as('mean'),
            sql<number>`count(rating)::int`.as('count'),
            sql<number | null>`(max(rating) - min(rating))::int`.as('spread'),
            sql<boolean>`coalesce(bool_or(user_id = ${reader.id} and rating is not null), false)`.as(
              'isMine',
            ),
          ])
          .as('review'),
      (join) => join.onTrue(),
    )
    .leftJoin('held_decisions', 'held_decisions.application_id', 'applications.id')
    .leftJoin('undoable_decisions', 'undoable_decisions.application_id', 'applications.id')
    .select([
      'held_decisions.status as heldStatus',
      'held_decisions.decided_at as heldAt',
      'undoable_decisions.until as undoUntil',
      'claimer.id as claimerId',
      'claimer.name as claimerName',
      'review.mean',
      'review.count as ratings',
      'review.spread',
      'review.isMine as hasRated',
      reviewIsBlind.as('isBlind'),
    ]);
}

/** What organizers see of an application in addition to `StoredApplication`. */
export type OrganizersView = Omit<
  Awaited<ReturnType<ReturnType<typeof applicationsForOrganizers>['execute']>>[number],
  keyof StoredApplication
>;

export function findApplicationForOrganizers(db: Db, id: string, entrance: string, reader: ViewingOrganizer) {
  return applicationsForOrganizers(db, entrance, reader).where('applications.id', '=', id).executeTakeFirst();
}

/** Selects a page. The ids come from a subquery, so that no other rows are joined. */
function selectApplicationPage(
  db: Db,
  filter: ApplicationFilter,
  { sort, limit, offset, after }: PageRange & { limit: number },
) {
  const { columns, direction } = sorts[sort];
  const { entrance, reader } = filter;
  const position = sql.join(columns.map((column) => positionOf('applications', column, reader)));
  let ids = filteredApplications(db, filter).select('applications.id');
  let rows = applicationsForOrganizers(db, entrance, reader);
  for (const column of columns) {
    ids = ids.orderBy(positionOf('applications', column, reader), direction);
    rows = rows.orderBy(positionOf('applications', column, reader), direction);
  }
  // A literal: with a parameter, PostgreSQL would plan the statement again on every call, which takes twice as long as the
  // page.
  ids = ids.limit(sql.lit(limit));
  if (offset) ids = ids.offset(offset);
  if (after) {
    const last = sql.join(columns.map((column) => positionOf('last', column, reader)));
    ids = ids.where(
      sql<boolean>`(${position}) ${sql.raw(direction === 'asc' ? '>' : '<')}
        (select ${last} from applications last where last.id = ${after})`,
    );
  }
  // Evaluates the ids first. With `in` it is one join more than PostgreSQL reorders, and it reads every application: at 10,000
  // a page took 35 ms instead of 0.7.
  return rows.where(sql<boolean>`applications.id = any(array(${ids}))`).execute();
}

/** How many applications one statement reads of an unlimited list. */
const rowsAtOnce = 1000;

/**
 * Selects a page; without a limit, the rest of the list in parts of one snapshot, because a single statement takes a fifth
 * of a second.
 */
export function selectApplications(db: Db, filter: ApplicationFilter, { limit, ...range }: PageRange) {
  if (limit) return selectApplicationPage(db, filter, { limit, ...range });
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const rows: Awaited<ReturnType<typeof selectApplicationPage>> = [];
      for (let count = rowsAtOnce; count === rowsAtOnce; ) {
        const next = rows.length > 0 ? { sort: range.sort, after: rows.at(-1)!.id } : range;
        const part = await selectApplicationPage(trx, filter, { ...next, limit: rowsAtOnce });
        count = part.length;
        rows.push(...part);
      }
      return rows;
    });
}

export async function countFilteredApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const { patterns, held: _, entrance: __, reader, ...others } = filter;
  const count = db.fn.countAll<number>().as('count');
  // Applications store their words, so without another condition these are counted alone.
  const counted =
    patterns.length > 0 && Object.values(others).every((value) => value === undefined)
      ? applicationsWithWords(db, patterns, reader).clearSelect().select(count)
      : filteredApplications(db, filter).select(count);
  return (await counted.executeTakeFirstOrThrow()).count;
}
