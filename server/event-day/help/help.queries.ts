import { type Insertable, sql, type Updateable } from 'kysely';
import type { HelpState, Mentor } from '../../../contract/event-day/help.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/schema.ts';

type Requests = Tables['help_requests'];

const state = sql<HelpState>`case when r.solved then 'solved' when r.ended_at is not null then 'cancelled'
  when r.mentor_id is not null then 'claimed' else 'waiting' end`;

const toPerson = (users: 'mentor' | 'wanted') =>
  sql<{ _id: string; name: string } | null>`case when ${sql.ref(`${users}.id`)} is not null then
    json_build_object('_id', ${sql.ref(`${users}.id`)}, 'name', ${sql.ref(`${users}.name`)}) end`.as(users);

export function findRequest(db: Db, id: string) {
  return db
    .selectFrom('help_requests as r')
    .where('id', '=', id)
    .select(['user_id as userId', 'mentor_id as mentorId', 'location', state.as('state')])
    .executeTakeFirst();
}

function requests(db: Db) {
  return db
    .selectFrom('help_requests as r')
    .leftJoin('users as mentor', 'mentor.id', 'r.mentor_id')
    .select(['r.id as _id', 'topic', 'text', 'location', 'r.created_at as createdAt'])
    .select([state.as('state'), toPerson('mentor')]);
}

/** Selects a person's requests, newest first. */
export function selectRequestsOf(db: Db, userId: string, max: number) {
  const ahead = sql<number>`(select count(*)::int from help_requests o where o.ended_at is null
    and o.mentor_id is null and o.topic = r.topic and (o.created_at, o.id) < (r.created_at, r.id))`;
  return requests(db)
    .where('r.user_id', '=', userId)
    .select(['rating', ahead.as('ahead')])
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
    .select(['users.name', 'note', toPerson('wanted')])
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}

export async function hasOpenRequest(db: Db, userId: string): Promise<boolean> {
  const open = db.selectFrom('help_requests').where('user_id', '=', userId).where('ended_at', 'is', null);
  return (await open.select('id').executeTakeFirst()) !== undefined;
}

export async function insertRequest(trx: Db, request: Insertable<Requests>): Promise<void> {
  await trx.insertInto('help_requests').values(request).execute();
}

export async function updateRequest(trx: Db, id: string, changes: Updateable<Requests>): Promise<void> {
  await trx.updateTable('help_requests').set(changes).where('id', '=', id).execute();
}

/** Marks the first request of each topic as called; returns those that were not. */
export async function callNext(trx: Db): Promise<{ id: string; userId: string; topic: string }[]> {
  const { rows } = await sql<{ id: string; userId: string; topic: string }>`
    update help_requests set called = true where not called and id in (select distinct on (topic) id
      from help_requests where ended_at is null and mentor_id is null order by topic, created_at, id)
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
export async function selectHours(db: Db): Promise<{ hour: Date; topic: string; count: number }[]> {
  const { rows } = await sql<{ hour: Date; topic: string; count: number }>`
    select date_trunc('hour', created_at) as hour, topic, count(*)::int as count
    from help_requests group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
}

/** Selects the mentors with what they have done, those on duty first. */
export async function selectMentors(db: Db): Promise<Mentor[]> {
  const { rows } = await sql<Mentor>`
    select u.id as "_id", u.name, u.email, m.topics, m.on_duty as "onDuty",
      count(r.id)::int as solved, avg(r.rating)::float8 as rating
    from mentors m join users u on u.id = m.user_id
      left join help_requests r on r.mentor_id = m.user_id and r.solved
    group by u.id, m.user_id order by m.on_duty desc, u.name, u.id`.execute(db);
  return rows;
}

export function findMentor(db: Db, userId: string) {
  return db
    .selectFrom('mentors')
    .where('user_id', '=', userId)
    .select(['topics', 'on_duty as onDuty'])
    .executeTakeFirst();
}

export async function countOnDuty(db: Db): Promise<number> {
  return (await db.selectFrom('mentors').where('on_duty', '=', true).select('user_id').execute()).length;
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

/** Stores what a mentor says about themselves; returns false for somebody who is none. */
export async function updateMentor(
  db: Db,
  userId: string,
  mentor: Updateable<Tables['mentors']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mentors')
    .set(mentor)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteMentor(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('mentors').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows === 1n;
}
