import { sql } from 'kysely';
import type { HelpState } from '../../../contract/event-day/help.ts';
import type { Db } from '../../platform/db/open.ts';

const state = sql<HelpState>`case when r.solved then 'solved' when r.ended_at is not null then 'cancelled'
  when r.mentor_id is not null then 'claimed' else 'waiting' end`;
const isWaiting = sql<boolean>`r.ended_at is null and r.mentor_id is null`;

export function findRequest(db: Db, id: string) {
  return db
    .selectFrom('help_requests as r')
    .where('id', '=', id)
    .select(['id', 'user_id as userId', 'mentor_id as mentorId', 'topic', 'location', state.as('state')])
    .executeTakeFirst();
}

function requests(db: Db) {
  return db
    .selectFrom('help_requests as r')
    .leftJoin('users as mentor', 'mentor.id', 'r.mentor_id')
    .select(['r.id as _id', 'topic', 'text', 'location', state.as('state'), 'r.created_at as createdAt'])
    .select(['mentor.id as mentorId', 'mentor.name as mentorName']);
}

/** Selects a person's requests, newest first. */
export function selectRequestsOf(db: Db, userId: string, max: number) {
  return requests(db)
    .where('r.user_id', '=', userId)
    .select([
      'rating',
      sql<number>`(select count(*)::int from help_requests o where o.ended_at is null and o.mentor_id is null
        and o.topic = r.topic and (o.created_at, o.id) < (r.created_at, r.id))`.as('ahead'),
    ])
    .orderBy('r.created_at', 'desc')
    .limit(max)
    .execute();
}

/** Selects the requests that have not ended, oldest first. */
export function selectOpenRequests(db: Db) {
  return requests(db)
    .innerJoin('users', 'users.id', 'r.user_id')
    .leftJoin('users as wanted', 'wanted.id', 'r.wanted_id')
    .where('r.ended_at', 'is', null)
    .select(['users.name', 'note', 'wanted.id as wantedId', 'wanted.name as wantedName'])
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}

export async function hasOpenRequest(db: Db, userId: string): Promise<boolean> {
  const open = db.selectFrom('help_requests').where('user_id', '=', userId).where('ended_at', 'is', null);
  return (await open.select('id').executeTakeFirst()) !== undefined;
}

export async function insertRequest(
  trx: Db,
  request: {
    id: string;
    user_id: string;
    topic: string;
    text: string;
    location: string;
    wanted_id: string | null;
    created_at: Date;
  },
): Promise<void> {
  await trx.insertInto('help_requests').values(request).execute();
}

/** Updates the state of a request, and its mentor if `mentorId` is given. */
export async function updateRequest(
  trx: Db,
  id: string,
  { state, mentorId, note, at }: { state: HelpState; mentorId: string; note?: string | undefined; at: Date },
): Promise<void> {
  await trx
    .updateTable('help_requests')
    .set({
      ...(note !== undefined && { note }),
      ...(state === 'claimed' && { mentor_id: mentorId, claimed_at: at }),
      ...(state === 'waiting' && { mentor_id: null, claimed_at: null }),
      ...((state === 'solved' || state === 'cancelled') && { ended_at: at, solved: state === 'solved' }),
    })
    .where('id', '=', id)
    .execute();
}

export async function updateRating(db: Db, id: string, rating: number): Promise<void> {
  await db.updateTable('help_requests').set({ rating }).where('id', '=', id).execute();
}

/** Marks the first request of each topic as called; returns those that were not. */
export async function callNext(trx: Db): Promise<{ id: string; userId: string; topic: string }[]> {
  const { rows } = await sql<{ id: string; userId: string; topic: string }>`
    update help_requests set called = true where not called and id in (select distinct on (topic) id
      from help_requests r where ${isWaiting} order by topic, created_at, id)
    returning id, user_id as "userId", topic`.execute(trx);
  return rows;
}

/** Returns the median wait of requests claimed since a moment, in milliseconds; null without any. */
export async function selectUsualWait(db: Db, since: Date): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`select percentile_cont(0.5) within group (
    order by extract(epoch from claimed_at - created_at) * 1000) as wait
    from help_requests where claimed_at >= ${since}`.execute(db);
  return rows[0]!.wait;
}

/** Counts all requests by hour and topic. */
export function selectHours(db: Db) {
  return db
    .selectFrom('help_requests')
    .select([sql<Date>`date_trunc('hour', created_at)`.as('hour'), 'topic'])
    .select(sql<number>`count(*)::int`.as('count'))
    .groupBy([sql`1`, 'topic'])
    .orderBy(sql`1`, 'desc')
    .orderBy('topic')
    .execute();
}

/** Selects the mentors with what they have done, those on duty first. */
export function selectMentors(db: Db) {
  return db
    .selectFrom('mentors')
    .innerJoin('users', 'users.id', 'mentors.user_id')
    .leftJoin('help_requests as r', (join) =>
      join.onRef('r.mentor_id', '=', 'mentors.user_id').on('r.solved', '=', true),
    )
    .select(['users.id as _id', 'users.name', 'users.email', 'topics', 'on_duty as onDuty'])
    .select([
      sql<number>`count(r.id)::int`.as('solved'),
      sql<number | null>`avg(r.rating)::float8`.as('rating'),
    ])
    .groupBy(['users.id', 'mentors.user_id'])
    .orderBy('on_duty', 'desc')
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}

export function findMentor(db: Db, userId: string) {
  return db
    .selectFrom('mentors')
    .where('user_id', '=', userId)
    .select(['topics', 'on_duty as onDuty'])
    .executeTakeFirst();
}

export async function countOnDuty(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from mentors where on_duty`.execute(db);
  return rows[0]!.count;
}

/** Inserts a mentor; returns false when they are one already, whose topics stay. */
export async function insertMentor(trx: Db, userId: string, topics: string[]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mentors')
    .values({ user_id: userId, topics })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateMentor(
  db: Db,
  userId: string,
  { topics, onDuty }: { topics: string[]; onDuty: boolean },
): Promise<void> {
  await db.updateTable('mentors').set({ topics, on_duty: onDuty }).where('user_id', '=', userId).execute();
}

export async function deleteMentor(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('mentors').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows === 1n;
}
