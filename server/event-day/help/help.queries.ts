import { type Insertable, sql, type Updateable } from 'kysely';
import type { HelpHour, Mentor } from '../../../contract/event-day/help.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/tables.ts';

type Requests = Tables['help_requests'];

const toPerson = (users: 'mentor' | 'wanted') =>
  sql<{ _id: string; name: string } | null>`case when ${sql.ref(`${users}.id`)} is not null then
    json_build_object('_id', ${sql.ref(`${users}.id`)}, 'name', ${sql.ref(`${users}.name`)}) end`.as(users);

function selectRequests(db: Db) {
  return db
    .selectFrom('help_requests as r')
    .innerJoin('users', 'users.id', 'r.user_id')
    .leftJoin('users as mentor', 'mentor.id', 'r.mentor_id')
    .leftJoin('users as wanted', 'wanted.id', 'r.wanted_id')
    .select(['r.id as _id', 'r.user_id as userId', 'users.name', 'r.mentor_id as mentorId', 'state'])
    .select(['topic', 'text', 'location', 'note', 'rating', 'r.created_at as createdAt'])
    .select([toPerson('mentor'), toPerson('wanted')]);
}

export function findRequest(db: Db, id: string) {
  return selectRequests(db).where('r.id', '=', id).executeTakeFirst();
}

/** Selects the requests that have not ended, oldest first. */
export function selectOpenRequests(db: Db) {
  return selectRequests(db).where('ended', 'is', null).orderBy('r.created_at').orderBy('r.id').execute();
}

/** Selects a person's last 20 requests, newest first, each with the number of people waiting ahead for the same topic. */
export function selectRequestsOf(db: Db, userId: string) {
  const ahead = sql<number>`(select count(*)::int from help_requests o where o.state = 'waiting'
    and o.topic = r.topic and (o.created_at, o.id) < (r.created_at, r.id))`;
  return selectRequests(db)
    .where('r.user_id', '=', userId)
    .select(ahead.as('ahead'))
    .orderBy('r.created_at', 'desc')
    .limit(20)
    .execute();
}

export async function insertRequest(trx: Db, request: Insertable<Requests>): Promise<void> {
  await trx.insertInto('help_requests').values(request).execute();
}

export async function updateRequest(trx: Db, id: string, changes: Updateable<Requests>): Promise<void> {
  await trx.updateTable('help_requests').set(changes).where('id', '=', id).execute();
}

/** Marks each topic's first request as called; returns those that were not yet. */
export async function callNext(trx: Db): Promise<{ id: string; userId: string; topic: string }[]> {
  const { rows } = await sql<{ id: string; userId: string; topic: string }>`
    update help_requests set called = true where not called and id in (select distinct on (topic) id
      from help_requests where state = 'waiting' order by topic, created_at, id)
    returning id, user_id as "userId", topic`.execute(trx);
  return rows;
}

/** Selects for each hour and topic the number of requests and the usual wait. */
export async function selectHours(db: Db) {
  const { rows } = await sql<Omit<HelpHour, 'hour'> & { hour: Date }>`
    select date_trunc('hour', created_at) as hour, topic, count(*)::int as count,
      1000 * percentile_cont(0.5) within group (order by extract(epoch from claimed_at - created_at)) as wait
    from help_requests group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
}

/** Selects mentors, and organizers on duty, with their statistics; those on duty first. */
export async function selectMentors(db: Db): Promise<Mentor[]> {
  const { rows } = await sql<Mentor>`
    select u.id as "_id", u.name, coalesce(topics, '{}') as topics, coalesce(on_duty, false) as "onDuty",
      count(r.id)::int as solved, avg(r.rating)::float8 as rating,
      case when u.name = '' then u.email end as email
    from users u left join mentors m on m.user_id = u.id
      left join help_requests r on r.mentor_id = u.id and r.state = 'solved'
    where u.role = 'mentor' or m.on_duty group by u.id, m.user_id order by 4 desc, 2, 1`.execute(db);
  return rows;
}

/** Selects mentors' settings. */
export function selectDuties(db: Db) {
  return db.selectFrom('mentors').select(['user_id as id', 'topics', 'on_duty as onDuty']).execute();
}

/** Inserts or updates a mentor's settings. */
export async function upsertMentor(trx: Db, userId: string, duty: Updateable<Tables['mentors']> = {}) {
  const values = { user_id: userId, ...duty };
  await trx
    .insertInto('mentors')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function deleteMentor(trx: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('mentors').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
