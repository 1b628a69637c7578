import { type RawBuilder, sql } from 'kysely';
import { helpLimits } from '../../../contract/event-day/help.ts';
import { limits } from '../../../contract/limits.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Tables } from '../../platform/db/schema.ts';

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
    helpRequests: await list(sql`select topic, text, location, note, created_at, claimed_at, state, rating
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

/** The columns of a table that hold what people write, each with its longest text. */
export interface NamingTable {
  table: keyof Tables;
  texts?: Record<string, number>;
  lists?: Record<string, number>;
  json?: string[];
  /** Selects the accounts whose text it is: those of a namesake keep the name that they share. */
  accounts?: RawBuilder<unknown>;
  /** A change counts in `version`. */
  hasVersion?: boolean;
}

const unlimited = 1_000_000;
const { project, announcement, text: longest } = limits;
const membersOf = (team: RawBuilder<unknown>) =>
  sql`select user_id from team_members where team_id = ${team}`;
const authorsOfProject = sql`${membersOf(sql`projects.team_id`)} union all select projects.user_id`;
const peopleAtTable = (table: RawBuilder<unknown>) =>
  sql`select user_id from ${table} union all select m.user_id from ${table} join team_members m using (team_id)`;
const ownApplication = {
  texts: { major: longest.major, dietary_restrictions: unlimited, why_join: longest.whyJoin },
  accounts: sql`select user_id`,
};
export const teamTables: NamingTable[] = [
  {
    table: 'teams',
    texts: { name: longest.teamName, need: longest.need },
    accounts: membersOf(sql`teams.id`),
  },
  {
    table: 'demo_tables',
    texts: { name: 100 },
    accounts: peopleAtTable(sql`(select demo_tables.user_id, demo_tables.team_id) own`),
  },
  {
    table: 'scores',
    texts: { team_name: 100 },
    accounts: peopleAtTable(
      sql`(select user_id, team_id from demo_tables where number = scores.team_number) own`,
    ),
  },
];
export const projectTables: NamingTable[] = [
  {
    table: 'projects',
    texts: {
      team_name: longest.teamName,
      title: project.title,
      tagline: project.tagline,
      description: project.description,
    },
    lists: { tags: project.tag },
    accounts: authorsOfProject,
    hasVersion: true,
  },
  {
    table: 'project_pictures',
    texts: { alternative_text: project.alternativeText },
    accounts: sql`select author from projects cross join lateral (${authorsOfProject}) as authors (author)
      where projects.id = project_id`,
  },
];

/** Every column in which somebody may write about somebody else; the test of canary words lists those that stay as they are. */
export const namingTables: NamingTable[] = [
  ...teamTables,
  ...projectTables,
  { table: 'applications', ...ownApplication },
  { table: 'withdrawn_applications', ...ownApplication },
  { table: 'answers', json: ['value'], accounts: sql`select user_id` },
  {
    table: 'team_cards',
    texts: { skills: longest.skills, about: longest.about },
    accounts: sql`select user_id`,
  },
  { table: 'join_requests', texts: { message: longest.message }, accounts: sql`select requester_id` },
  {
    table: 'mails',
    texts: { subject: unlimited, text: unlimited, html: unlimited },
    accounts: sql`select user_id`,
  },
  { table: 'announcements', texts: { subject: announcement.subject, text: announcement.text } },
  { table: 'application_notes', texts: { text: longest.note } },
  { table: 'audit', json: ['detail'] },
  { table: 'check_in_attempts', texts: { note: longest.reason } },
  { table: 'check_ins', texts: { undo_reason: longest.reason } },
  { table: 'feedback_answers', json: ['answers'] },
  { table: 'project_reports', texts: { text: 500 } },
  { table: 'resume_links', texts: { name: longest.name }, json: ['filters'] },
  {
    table: 'help_requests',
    texts: { text: helpLimits.text, location: helpLimits.location, note: helpLimits.note },
  },
  { table: 'result_decisions', json: ['decision'] },
  { table: 'reviews', texts: { note: longest.note } },
  { table: 'score_comments', texts: { comment: 500 } },
  { table: 'search_questions', texts: { text: longest.query } },
  { table: 'voided_scores', texts: { reason: longest.reason } },
  { table: 'walk_ins', texts: { dietary_restrictions: unlimited } },
  // The subjects of announcements, and what the receiver has answered.
  { table: 'webhook_deliveries', texts: { text: unlimited, answer: unlimited }, json: ['data'] },
];
