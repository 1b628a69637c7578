import { sql } from 'kysely';
import type { AudienceSegment } from '../../../contract/event-day/announcements.ts';
import { helperRoles } from '../../../contract/platform/roles.ts';
import { seesApplicant } from '../../people-data/blind-review.ts';
import { matchesFilter, type PeopleFilter } from '../../people-data/people-filter.ts';
import { isNotComing } from '../../people-data/places.queries.ts';
import type { Db } from '../../platform/db/open.ts';

/** Where people count as checked in; with `reader`, people whom blind review hides from this organizer are left out. */
interface Viewpoint {
  entrance: string;
  /** How many places the event has; without a limit, nobody loses theirs. */
  capacity: number | undefined;
  reader?: string | null | undefined;
}

/** What blind review hides about an application. */
const hidden = ['checkedIn', 'inTeam', 'submitted', 'tables', 'question'] as const;

/** Whether the size of a segment reveals what blind review hides. */
export const asksForHidden = (segment: AudienceSegment): boolean =>
  hidden.some((condition) => segment[condition] !== undefined);

/** How many receivers one statement inserts. */
const rowsAtOnce = 2000;

const tableNumber = sql<number | null>`(select number from person_tables t where t.user_id = users.id)`;

/** Selects from users with what `receiverFacts` needs. */
export function usersWithTeams(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('applications', 'applications.user_id', 'users.id')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .leftJoin('teams', 'teams.id', 'team_members.team_id');
}

/** Whether an announcement goes to guardians: then its receivers stand for their guardians. */
export const isForGuardians = sql<boolean>`announcements.segment ->> 'people' is not distinct from 'guardians'`;

const hasGuardian = sql<boolean>`exists (select from guardians g where g.user_id = users.id)`;

/**
 * The people who can receive announcements, with the values of placeholders: helpers with an address, or participants who
 * were not withdrawn or removed (for guardians, those who have one).
 */
function audience(db: Db, { people, users }: Pick<AudienceSegment, 'people' | 'users'>) {
  const all = usersWithTeams(db)
    .leftJoin('unsubscribed', 'unsubscribed.user_id', 'users.id')
    .where('users.removed_at', 'is', null);
  if (people === 'volunteers' || people === 'mentors') {
    const helpers = all.where('users.email', 'is not', null);
    return users
      ? helpers.where('users.role', 'in', helperRoles).where('users.id', 'in', users)
      : helpers.where('users.role', '=', people === 'mentors' ? 'mentor' : 'volunteer');
  }
  const participants = all
    .where('users.role', '=', 'hacker')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('applications.id', 'is not', null),
        not(
          exists(
            selectFrom('withdrawn_applications')
              .whereRef('withdrawn_applications.user_id', '=', 'users.id')
              .select('withdrawn_applications.user_id'),
          ),
        ),
      ]),
    );
  return people === 'guardians' ? participants.where(hasGuardian) : participants;
}

/** Selects the people in a segment; `approved` leaves out who gave their place up, unless it asks for the answer or the place. */
function participantsIn(db: Db, segment: AudienceSegment, { entrance, capacity, reader }: Viewpoint) {
  const { answer, checkedIn, inTeam, question, people, users, ...others } = segment;
  const filter: PeopleFilter = {
    ...others,
    coming: answer,
    ...(inTeam !== undefined && { team: [inTeam ? 'some' : 'none'] }),
    ...(checkedIn !== undefined && { checkpoints: [{ id: entrance, done: checkedIn }] }),
    ...(question && {
      answers: [{ id: question.id, ...(question.is ? { is: question.is } : { has: question.has ?? '' }) }],
    }),
  };
  const asksForPlaces =
    answer !== undefined || others.place !== undefined || others.applications !== undefined;
  const leavesOut = others.status === 'approved' && capacity !== undefined && !asksForPlaces;
  const found = audience(db, { people, users })
    .where(matchesFilter(filter, { user: 'users.id', application: 'applications' }))
    .$if(leavesOut, (query) => query.where(sql<boolean>`not ${isNotComing('users.id')}`));
  return reader === undefined
    ? found
    : found.where(sql<boolean>`(applications.id is null or ${seesApplicant('applications.id', reader)})`);
}

/** Counts the people in a segment: all, those with a verified address, and those of them who unsubscribed. */
export async function countSegment(db: Db, segment: AudienceSegment, viewpoint: Viewpoint) {
  const { rows } = await sql<{ receivers: number; reachable: number; unsubscribed: number }>`
    select count(*)::int as receivers, count(*) filter (where reachable)::int as reachable,
      count(*) filter (where reachable and unsubscribed)::int as unsubscribed
    from (${participantsIn(db, segment, viewpoint).select([
      sql<boolean>`${segment.people === 'guardians'} or users.email is not null and users.email_verified`.as(
        'reachable',
      ),
      sql<boolean>`${segment.people !== 'guardians'} and unsubscribed.user_id is not null`.as('unsubscribed'),
    ])}) as segment`.execute(db);
  return rows[0]!;
}

/** The values of placeholders, in a query from `usersWithTeams`. */
export const receiverFacts = [
  'users.id as userId',
  'users.name',
  'applications.track',
  'teams.name as team',
  tableNumber.as('table'),
] as const;

/** Selects up to `max` people of a segment by name. */
export function selectSegment(db: Db, segment: AudienceSegment, viewpoint: Viewpoint, max: number) {
  return participantsIn(db, segment, viewpoint)
    .select(receiverFacts)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(max)
    .execute();
}

/**
 * Inserts everybody in a segment as a receiver; returns how many. Foreign keys are checked row by row, so it works in
 * batches.
 */
export async function insertReceivers(
  trx: Db,
  { id, segment, state }: { id: string; segment: AudienceSegment; state: 'none' | 'waiting' },
  viewpoint: Viewpoint,
): Promise<number> {
  const people = await participantsIn(trx, segment, viewpoint)
    .select('users.id')
    .orderBy('users.id')
    .execute();
  let inserted = 0;
  for (let from = 0; from < people.length; from += rowsAtOnce) {
    const ids = people.slice(from, from + rowsAtOnce).map((person) => person.id);
    const { numAffectedRows } = await sql`insert into announcement_receivers (announcement_id, user_id, state)
      select ${id}, id, ${state} from users where id = any(${ids})`.execute(trx);
    inserted += Number(numAffectedRows);
  }
  return inserted;
}

/** Selects one person's values, even if they receive nothing. */
export function findReceiverFacts(db: Db, userId: string) {
  return usersWithTeams(db).select(receiverFacts).where('users.id', '=', userId).executeTakeFirst();
}

/** A receiver, with the values of an announcement's placeholders. */
export type ReceiverFacts = NonNullable<Awaited<ReturnType<typeof findReceiverFacts>>>;

/**
 * Selects up to `max` receivers waiting for an email, of the oldest announcement that has any, with its text and their
 * address. Both are chosen first: sorting all that wait for each batch took longer the more waited.
 */
export function selectWaitingReceivers(trx: Db, max: number) {
  // With a limit it is looked up per announcement, instead of reading everybody who waits.
  const oldest = sql`(select a.id from announcements a cross join lateral (
      select from announcement_receivers w where w.announcement_id = a.id and w.state = 'waiting' limit 1) as any_waiting
    order by a.created_at, a.id limit 1)`;
  const people = sql`array(select w.user_id from announcement_receivers w
    where w.announcement_id = ${oldest} and w.state = 'waiting' order by w.user_id limit ${max})`;
  return usersWithTeams(trx)
    .innerJoin('announcement_receivers as receiver', 'receiver.user_id', 'users.id')
    .innerJoin('announcements', 'announcements.id', 'receiver.announcement_id')
    .leftJoin('unsubscribed', 'unsubscribed.user_id', 'users.id')
    .leftJoin('guardians', 'guardians.user_id', 'users.id')
    .where(sql<boolean>`receiver.announcement_id = ${oldest} and receiver.user_id = any(${people})`)
    .select([
      'announcements.id as announcementId',
      'announcements.subject',
      'announcements.text',
      'announcements.about_place as aboutPlace',
      sql<string | null>`case when ${isForGuardians} then guardians.email else users.email end`.as('email'),
      sql<boolean>`${isForGuardians} or users.email_verified`.as('emailVerified'),
      sql<Date | null>`case when not ${isForGuardians} then unsubscribed.at end`.as('unsubscribedAt'),
      isForGuardians.as('forGuardian'),
      ...receiverFacts,
    ])
    .orderBy('users.id')
    .execute();
}
