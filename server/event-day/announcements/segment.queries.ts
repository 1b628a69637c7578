import { sql } from 'kysely';
import type { AudienceSegment } from '../../../contract/event-day/announcements.ts';
import { contains } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/open.ts';

/** Where somebody counts as checked in. */
interface Place {
  entrance: string;
}

const tableNumber = sql<number | null>`(select number from person_tables t where t.user_id = users.id)`;

/** Selects from users with what `receiverFacts` needs. */
export function usersWithTeams(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('applications', 'applications.user_id', 'users.id')
    .leftJoin('team_members', 'team_members.user_id', 'users.id')
    .leftJoin('teams', 'teams.id', 'team_members.team_id');
}

/** The people who can receive announcements, with what a text says of each: participants who have not withdrawn. */
function participants(db: Db) {
  return usersWithTeams(db)
    .leftJoin('unsubscribed', 'unsubscribed.user_id', 'users.id')
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
}

function participantsIn(db: Db, segment: AudienceSegment, { entrance }: Place) {
  const { status, answer, place, checkedIn, track, inTeam, submitted, tables, applications, question } =
    segment;
  let query = participants(db);
  if (status === 'notApplied') query = query.where('applications.id', 'is', null);
  else if (status) query = query.where('applications.status', '=', status);
  if (answer === 'yes') query = query.where('applications.attendance_confirmed', '=', true);
  if (answer === 'no') query = query.where('applications.attendance_declined', '=', true);
  if (answer === 'none')
    query = query
      .where('applications.attendance_confirmed', '=', false)
      .where('applications.attendance_declined', '=', false);
  if (place === 'waiting')
    query = query.where(
      sql<boolean>`exists (select from waitlist w where w.application_id = applications.id)`,
    );
  if (place === 'offered' || place === 'lapsed')
    query = query.where(sql<boolean>`applications.status = 'approved' and not attendance_confirmed
      and not attendance_declined and (${place === 'lapsed'}::boolean) = exists (
        select from places p where p.application_id = applications.id and p.lapsed_at is not null)`);
  if (applications) query = query.where('applications.id', 'in', applications);
  if (track) query = query.where('applications.track', '=', track);
  if (inTeam !== undefined) query = query.where('team_members.team_id', inTeam ? 'is not' : 'is', null);
  if (tables) query = query.where(sql<boolean>`${tableNumber} between ${tables.from} and ${tables.to}`);
  if (question) {
    const { id, is, has = '' } = question;
    const fits = is
      ? sql`(w.value @> to_jsonb(${is}::text) or w.value = 'true' and ${is} = 'true')`
      : contains(sql`w.value #>> '{}'`, has);
    query = query.where(
      sql<boolean>`exists (select from answers w where w.user_id = users.id and w.question = ${id} and ${fits})`,
    );
  }
  const isSubmitted = sql<boolean>`exists (select from projects where submitted_at is not null
    and (projects.team_id = team_members.team_id or projects.user_id = users.id))`;
  if (submitted !== undefined)
    query = query.where(submitted ? isSubmitted : sql<boolean>`not ${isSubmitted}`);
  if (checkedIn === undefined) return query;
  const isIn = sql<boolean>`exists (select from checked_in c
    where c.user_id = users.id and c.checkpoint = ${entrance})`;
  return query.where(checkedIn ? isIn : sql<boolean>`not ${isIn}`);
}

/** Counts the people of a segment: all, those with a verified address, and those of them who unsubscribed. */
export async function countSegment(db: Db, segment: AudienceSegment, place: Place) {
  const { rows } = await sql<{ receivers: number; reachable: number; unsubscribed: number }>`
    select count(*)::int as receivers, count(*) filter (where reachable)::int as reachable,
      count(*) filter (where reachable and unsubscribed)::int as unsubscribed
    from (${participantsIn(db, segment, place).select([
      sql<boolean>`users.email is not null and users.email_verified`.as('reachable'),
      sql<boolean>`unsubscribed.user_id is not null`.as('unsubscribed'),
    ])}) as segment`.execute(db);
  return rows[0]!;
}

/** Of a query from `usersWithTeams`: what placeholders stand for. */
export const receiverFacts = [
  'users.id as userId',
  'users.name',
  'applications.track',
  'teams.name as team',
  tableNumber.as('table'),
] as const;

/** What the placeholders of an announcement stand for, of one receiver. */
export interface ReceiverFacts {
  name: string;
  track: string | null;
  team: string | null;
  table: number | null;
}

/** Selects up to `max` people of a segment by name. */
export function selectSegment(
  db: Db,
  segment: AudienceSegment,
  place: Place,
  max: number,
): Promise<ReceiverFacts[]> {
  return participantsIn(db, segment, place)
    .select(receiverFacts)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(max)
    .execute();
}

/** Inserts everybody of a segment as a receiver; returns how many. */
export async function insertReceivers(
  trx: Db,
  { id, segment, state }: { id: string; segment: AudienceSegment; state: 'none' | 'waiting' },
  place: Place,
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('announcement_receivers')
    .columns(['announcement_id', 'user_id', 'state'])
    .expression(
      participantsIn(trx, segment, place).select([
        sql<string>`${id}::uuid`.as('announcement_id'),
        'users.id as user_id',
        sql<'none' | 'waiting'>`${state}::text`.as('state'),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Selects the facts of one person, also of somebody who receives nothing. */
export function findReceiverFacts(db: Db, userId: string): Promise<ReceiverFacts | undefined> {
  return usersWithTeams(db).select(receiverFacts).where('users.id', '=', userId).executeTakeFirst();
}

/** Selects receivers whose email waits, oldest announcement first, with its text and their address. */
export function selectWaitingReceivers(trx: Db, max: number) {
  return usersWithTeams(trx)
    .innerJoin('announcement_receivers as receiver', 'receiver.user_id', 'users.id')
    .innerJoin('announcements', 'announcements.id', 'receiver.announcement_id')
    .leftJoin('unsubscribed', 'unsubscribed.user_id', 'users.id')
    .where('receiver.state', '=', 'waiting')
    .select([
      'announcements.id as announcementId',
      'announcements.subject',
      'announcements.text',
      'announcements.about_place as aboutPlace',
      'users.email',
      'users.email_verified as emailVerified',
      'unsubscribed.at as unsubscribedAt',
      ...receiverFacts,
    ])
    .orderBy('announcements.created_at')
    .orderBy('users.id')
    .limit(max)
    .execute();
}
