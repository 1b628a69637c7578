import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';

interface FileRow {
  id: string;
  kind: string;
  size: number;
  created_at: Date;
  key: string;
  alternative_text: string | null;
}

/** Selects all personal data about a user; single parts, such as the application, are undefined when missing. */
export async function selectPersonalData(db: Db, id: string) {
  const list = async <Row>(query: RawBuilder<Row>) => (await query.execute(db)).rows;
  const one = async <Row>(query: RawBuilder<Row>) => (await list(query))[0];
  const application = sql`(select id from applications where user_id = ${id})`;
  const decided = sql`(select id from applications where user_id = ${id} and status <> 'pending')`;
  const team = sql`(select team_id from team_members where user_id = ${id})`;
  return {
    account: await one(sql`select id, email, email_verified, name, photo, role, team_preference, created_at,
      named_in_gallery, certificate_id, is_owner, last_seen_at, project_deadline from users where id = ${id}`),
    identities: await list(sql`select issuer, subject, created_at from identities where user_id = ${id}`),
    sessions: await list(sql`select created_at, last_seen_at from sessions where user_id = ${id}`),

    application: await one(sql`select * from applications where user_id = ${id}`),
    withdrawnApplication: await one(sql`select * from withdrawn_applications where user_id = ${id}`),
    answers: await list(
      sql`select question, label, value from answers where user_id = ${id} order by position`,
    ),
    guardian: await one(
      sql`select email, sent_at, confirmed_at, declined_at from guardians where user_id = ${id}`,
    ),
    agreements: await list(sql`select agreement, version, title, text, at, revoked_at
      from agreements where user_id = ${id} order by at`),
    place: await one(sql`select held_until, lapsed_at from places where application_id = ${application}`),
    onWaitlistSince: (
      await one<{ since: Date }>(sql`select since from waitlist where application_id = ${application}`)
    )?.since,
    readFromResume: await one(
      sql`select resume_text as text, links from profiles where application_id = ${application}`,
    ),

    team: await one(sql`select t.id, t.name, t.need, m.joined_at
      from team_members m join teams t on t.id = m.team_id where m.user_id = ${id}`),
    joinRequests: await list(sql`select t.name as team, message, status, r.created_at, decided_at
      from join_requests r join teams t on t.id = r.team_id where requester_id = ${id}`),
    teamCard: await one(sql`select skills, about, updated_at from team_cards where user_id = ${id}`),
    teamInvites: await list(sql`select t.name as team, status, i.created_at, decided_at
      from team_invites i join team_cards c on c.id = i.card_id join teams t on t.id = i.team_id
      where c.user_id = ${id}`),
    shift: await one(sql`select checkpoint, started_at, ends_at from shifts where user_id = ${id}`),
    checkIns: await list(sql`select checkpoint, state, checked_in_at, undone_at, undo_reason
      from check_ins where user_id = ${id}`),
    problemsAtCheckIn: await list(sql`select checkpoint, reason, note, at
      from check_in_attempts where user_id = ${id} and note is not null`),

    mails: await list(
      sql`select recipient, subject, text, created_at, sent_at from mails where user_id = ${id}`,
    ),
    announcements: await list(sql`select subject, text, a.created_at, r.state as email
      from announcement_receivers r join announcements a on a.id = r.announcement_id
      where r.user_id = ${id} order by a.created_at`),
    unsubscribedAt: (await one<{ at: Date }>(sql`select at from unsubscribed where user_id = ${id}`))?.at,
    helpRequests:
      await list(sql`select topic, text, location, note, created_at, claimed_at, ended_at, solved, rating
      from help_requests where user_id = ${id} order by created_at`),
    mentor: await one(sql`select topics, on_duty from mentors where user_id = ${id}`),
    borrowed: await list(sql`select thing, at from loan_scans where user_id = ${id} order by at`),
    reservedThing: await one(sql`select thing, until from thing_reservations where user_id = ${id}`),
    // Without address and keys: whoever has them can send to the device.
    notifiedDevices: await list(sql`select host as "pushService", saved_at
      from push_subscriptions where user_id = ${id} order by saved_at`),

    searches: await list(sql`select text, at from search_questions where user_id = ${id}`),
    writtenReviews: await list(
      sql`select application_id, rating, note, updated_at from reviews where user_id = ${id}`,
    ),
    writtenNotes: await list(
      sql`select application_id, text, at from application_notes where user_id = ${id}`,
    ),
    receivedNotes: await list(sql`select text, at from application_notes where application_id = ${decided}`),
    // Not before the decision: a rating would say what it may be.
    receivedReviews: await list(
      sql`select rating, note, updated_at from reviews where application_id = ${decided}`,
    ),

    projects: await list(sql`select title, tagline, description, repository, demo, video, tags, submitted_at
      from projects where user_id = ${id} or team_id = ${team}`),
    files: await list(sql<FileRow>`select f.id, kind, size, created_at, storage_key as key, alternative_text
      from files f left join projects p on p.id = f.project_id left join project_pictures on picture_file_id = f.id
      where (owner_id = ${id} or p.user_id = ${id} or p.team_id = ${team}) and kind <> 'thumbnail'
      order by created_at`),
  };
}
