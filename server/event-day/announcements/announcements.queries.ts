import { type RawBuilder, sql } from 'kysely';
import type { AnnouncementDraft } from '../../../contract/event-day/announcements.ts';
import { shownName } from '../../people-data/shown-name.ts';
import type { Db } from '../../platform/db/open.ts';
import { isForGuardians } from './segment.queries.ts';

interface NewAnnouncement extends AnnouncementDraft {
  key: string;
  by: string;
  at: Date;
  waits: boolean;
  judges?: number;
}

/** Inserts an announcement and returns its id; undefined if there is one with this key. */
export async function insertAnnouncement(trx: Db, row: NewAnnouncement): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('announcements')
    .values({
      key: row.key,
      subject: row.subject,
      text: row.text,
      segment: JSON.stringify(row.segment),
      email: row.email,
      about_place: row.aboutPlace,
      created_by: row.by,
      created_at: row.at,
      send_at: row.sendAt ?? null,
      waits: row.waits,
      judges: row.judges ?? null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

const countWhere = (condition: RawBuilder<boolean>) =>
  sql<number>`(count(*) filter (where ${condition}))::int`;

function announcements(db: Db) {
  return db
    .selectFrom('announcements')
    .leftJoin('users', 'users.id', 'announcements.created_by')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('announcement_receivers as receiver')
          .leftJoin('mails', 'mails.id', 'receiver.mail_id')
          .whereRef('receiver.announcement_id', '=', 'announcements.id')
          .select([
            sql<number>`count(*)::int`.as('receivers'),
            countWhere(sql`receiver.state = 'waiting' or (mails.id is not null
              and mails.sent_at is null and mails.failed_at is null)`).as('waiting'),
            countWhere(sql`receiver.state = 'queued' and (mails.id is null or mails.sent_at is not null)`).as(
              'sent',
            ),
            countWhere(sql`mails.failed_at is not null`).as('failed'),
            countWhere(sql`receiver.state = 'unsubscribed'`).as('unsubscribed'),
            countWhere(sql`receiver.state = 'noAddress'`).as('noAddress'),
            countWhere(sql`receiver.state = 'stopped'`).as('stopped'),
          ])
          .as('counts'),
      (join) => join.onTrue(),
    )
    .selectAll('announcements')
    .selectAll('counts')
    .select(shownName('users').as('by'));
}

export type StoredAnnouncement = Awaited<
  ReturnType<ReturnType<typeof announcements>['executeTakeFirstOrThrow']>
>;

/** Selects all announcements: waiting ones first, then newest first. */
export function selectAnnouncements(db: Db): Promise<StoredAnnouncement[]> {
  return announcements(db)
    .orderBy('announcements.waits', 'desc')
    .orderBy('announcements.created_at', 'desc')
    .orderBy('announcements.id')
    .execute();
}

export function getAnnouncementByKey(db: Db, key: string): Promise<StoredAnnouncement> {
  return announcements(db).where('announcements.key', '=', key).executeTakeFirstOrThrow();
}

/** Marks every due announcement as sent, and returns each of them once. */
export function updateDueAnnouncements(trx: Db, now: Date) {
  return trx
    .updateTable('announcements')
    .set({ waits: false, created_at: now })
    .where('waits', '=', true)
    .where('send_at', '<=', now)
    .returning(['id', 'subject', 'segment', 'email', 'about_place as aboutPlace', 'created_by as by'])
    .execute();
}

/** Deletes a waiting announcement; returns false if there is none with this id. */
export async function deleteWaitingAnnouncement(trx: Db, id: string): Promise<boolean> {
  const deletion = trx.deleteFrom('announcements').where('id', '=', id).where('waits', '=', true);
  return (await deletion.executeTakeFirst()).numDeletedRows === 1n;
}

/** Marks a sent announcement as stopped; returns false if there is none with this id. */
export async function updateToStopped(trx: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('announcements')
    .set({ stopped_at: sql`coalesce(stopped_at, ${at})` })
    .where('id', '=', id)
    .where('waits', '=', false)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes an announcement's waiting emails and pushes. */
export async function deleteUnsent(trx: Db, id: string): Promise<void> {
  await sql`with gone as (
      delete from mails where sent_at is null
        and id in (select mail_id from announcement_receivers where announcement_id = ${id})
      returning user_id
    )
    update announcement_receivers set state = 'stopped', mail_id = null
    where announcement_id = ${id} and (state = 'waiting' or user_id in (select user_id from gone))`.execute(
    trx,
  );
  await trx
    .deleteFrom('announcement_pushes')
    .where('announcement_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

export async function announcementExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('announcements').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Selects an announcement's receivers by name, with the state of their email. */
export function selectReceivers(db: Db, id: string) {
  return db
    .selectFrom('announcement_receivers as receiver')
    .innerJoin('users', 'users.id', 'receiver.user_id')
    .leftJoin('mails', 'mails.id', 'receiver.mail_id')
    .where('receiver.announcement_id', '=', id)
    .select([
      'users.id as _id',
      'users.name',
      'users.email',
      'receiver.state',
      'mails.id as mailId',
      'mails.sent_at as sentAt',
      'mails.failed_at as failedAt',
      'mails.failure',
      sql<number>`(select count(*)::int from announcement_pushes push
        where push.announcement_id = receiver.announcement_id and push.user_id = users.id
          and push.state = 'accepted')`.as('devices'),
    ])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}

/** Selects what a person received, newest first. */
export function selectAnnouncementsOf(db: Db, userId: string) {
  return db
    .selectFrom('announcement_receivers as receiver')
    .innerJoin('announcements', 'announcements.id', 'receiver.announcement_id')
    .where('receiver.user_id', '=', userId)
    .where('announcements.stopped_at', 'is', null)
    .where(sql<boolean>`not ${isForGuardians}`)
    .select([
      'announcements.id as _id',
      'announcements.subject',
      'announcements.text',
      'announcements.created_at as createdAt',
    ])
    .orderBy('announcements.created_at', 'desc')
    .orderBy('announcements.id')
    .execute();
}

/** Records what became of a receiver who was waiting for an email. */
export async function updateReceiver(
  trx: Db,
  { announcementId, userId }: { announcementId: string; userId: string },
  change: { state: 'queued'; mail_id: string } | { state: 'unsubscribed' | 'noAddress' },
): Promise<void> {
  await trx
    .updateTable('announcement_receivers')
    .set(change)
    .where('announcement_id', '=', announcementId)
    .where('user_id', '=', userId)
    .execute();
}

/** Records that a user wants no emails with announcements; does nothing without such a user. */
export async function insertUnsubscribed(db: Db, userId: string, at: Date): Promise<void> {
  await sql`insert into unsubscribed (user_id, at) select id, ${at} from users where id = ${userId}
    on conflict do nothing`.execute(db);
}

export async function deleteUnsubscribed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('unsubscribed').where('user_id', '=', userId).execute();
}
