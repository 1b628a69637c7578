import { type RawBuilder, sql } from 'kysely';
import { settingsSections } from '../../../contract/event/settings.ts';
import { helpLimits } from '../../../contract/event-day/help.ts';
import { limits } from '../../../contract/limits.ts';
import { savedViewsKey, type Tables } from './schema.ts';

/** The longest text of a column, or where names are replaced in its JSON: below a path, or in fields. */
export type Texts = Record<string, number | string[] | { fields: readonly string[] }>;

/** The person whose rows are selected. */
interface Owner {
  id: RawBuilder<string>;
  /** The id of their application, and the same once it is decided on. */
  application: RawBuilder<string>;
  decided: RawBuilder<string>;
  team: RawBuilder<string>;
}
type Select = (owner: Owner) => RawBuilder<unknown>;

/** What goes with an account, of one table. */
export interface PersonalData {
  /** The columns that refer to an account: its rows are deleted with it, or kept without the person, as the foreign key says. */
  accounts?: Record<string, 'delete' | 'keep'>;
  /** Whether its rows go to the account that stays when two are merged: all, or only where that one has none. */
  moves?: 'all' | 'missing';
  /** The column with an address: rows without an account go with the account that has it. */
  address?: string;
  /** What staff write. The approved full name of a deleted account, and its address, are replaced there. */
  staffTexts?: Texts;
  /** The rows in which names are replaced; in the others only the address is. */
  staffRows?: RawBuilder<boolean>;
  /** Texts of staff in which a name is what other rows refer to: only the address is replaced. */
  addressTexts?: Texts;
  /** What the account's own team wrote, in which its approved full name is replaced, and the rows of a team. */
  teamTexts?: {
    texts: Texts;
    lists?: Record<string, number>;
    rows: (team: RawBuilder<unknown>) => RawBuilder<boolean>;
  };
  /** Lists in the person's own export, by name; a string says why there are none. */
  exported?: Record<string, Select> | string;
  /** Single rows in the export; of one with a `value`, only that. */
  exportedRow?: Record<string, Select>;
  /** When rows are deleted by age: so long after `at`. */
  expires?: {
    after: 'emails' | 'applications' | 'walkIns';
    at: RawBuilder<Date>;
    rows?: RawBuilder<boolean>;
    /** How many one statement deletes, with what refers to them. */
    atOnce?: number;
  };
}

// In the other sections of the event, a name is what applications, scores and check-ins refer to.
const prose = [...settingsSections.public, ...settingsSections.schedule, ...settingsSections.mail];
const unlimited = 1_000_000;
const { project, announcement, text: longest } = limits;
const nobody: PersonalData = {};
const by = (column: string): PersonalData => ({ accounts: { [column]: 'keep' } });
const ofUser = (more: PersonalData = {}): PersonalData => ({ ...more, accounts: { user_id: 'delete' } });
const isShort = 'It is kept for minutes or until it is read, and says nothing about the person.';
const isCopy = 'A copy of what the export has, for searches.';
const isDecision = 'People are told with the decision.';

// Nobody learns from the export that an approval is held.
const shownName = sql`case when status = 'approved' then approved_name end as approved_name,
  case when status = 'approved' then renamed_at end as renamed_at`;

/**
 * What goes with an account, for every table: deletion, the person's export, retention and the doctor read it. What is
 * missing here is in rows that foreign keys delete with these.
 */
const personalData: Record<keyof Tables, PersonalData> = {
  users: {
    exportedRow: {
      account: ({
        id,
      }) => sql`select id, email, email_verified, name, photo, role, team_preference, created_at,
        named_in_gallery, certificate_id, is_owner, last_seen_at, project_deadline from users where id = ${id}`,
    },
  },
  former_names: ofUser({
    moves: 'all',
    exported: {
      formerNames: ({ id }) => sql`select name, until from former_names where user_id = ${id} order by until`,
    },
  }),
  identities: ofUser({
    moves: 'all',
    exported: {
      identities: ({ id }) => sql`select issuer, subject, created_at from identities where user_id = ${id}`,
    },
  }),
  sessions: ofUser({
    exported: {
      sessions: ({ id }) => sql`select created_at, last_seen_at from sessions where user_id = ${id}`,
    },
  }),
  email_codes: { address: 'email' },
  sign_in_links: ofUser({ exported: isShort }),
  oidc_flows: nobody,

  applications: {
    accounts: { user_id: 'delete', reviewed_by: 'keep' },
    exportedRow: {
      application: ({ id }) => sql`select *, ${shownName} from applications where user_id = ${id}`,
    },
  },
  withdrawn_applications: {
    accounts: { user_id: 'delete', reviewed_by: 'keep' },
    exportedRow: {
      withdrawnApplication: ({ id }) =>
        sql`select *, ${shownName} from withdrawn_applications where user_id = ${id}`,
    },
  },
  application_counts: nobody,
  application_words: { exported: isCopy },
  profiles: {
    exportedRow: {
      readFromResume: ({ application }) =>
        sql`select resume_text as text, links from profiles where application_id = ${application}`,
    },
  },
  profile_vectors: { exported: isCopy },
  answers: ofUser({
    exported: {
      answers: ({ id }) =>
        sql`select question, label, value from answers where user_id = ${id} order by position`,
    },
  }),
  agreements: ofUser({
    exported: {
      agreements: ({ id }) => sql`select agreement, version, title, text, at, revoked_at
        from agreements where user_id = ${id} order by at`,
    },
  }),
  guardians: ofUser({
    exportedRow: {
      guardian: ({ id }) =>
        sql`select email, sent_at, confirmed_at, declined_at from guardians where user_id = ${id}`,
    },
  }),
  held_decisions: { ...by('decided_by'), exported: isDecision },
  undoable_decisions: { exported: isDecision },
  places: {
    exportedRow: {
      place: ({ application }) =>
        sql`select held_until, lapsed_at from places where application_id = ${application}`,
    },
  },
  waitlist: {
    ...by('decided_by'),
    exportedRow: {
      onWaitlistSince: ({ application }) =>
        sql`select since as value from waitlist where application_id = ${application}`,
    },
  },
  reviews: {
    ...by('user_id'),
    staffTexts: { note: longest.note },
    exported: {
      writtenReviews: ({ id }) =>
        sql`select application_id, rating, note, updated_at from reviews where user_id = ${id}`,
      // Not before the decision: a rating would say what it may be.
      receivedReviews: ({ decided }) =>
        sql`select rating, note, updated_at from reviews where application_id = ${decided}`,
    },
  },
  review_claims: ofUser({ exported: isShort }),
  application_notes: {
    ...by('user_id'),
    staffTexts: { text: longest.note },
    exported: {
      writtenNotes: ({ id }) =>
        sql`select application_id, text, at from application_notes where user_id = ${id}`,
      receivedNotes: ({ decided }) =>
        sql`select text, at from application_notes where application_id = ${decided}`,
    },
  },
  note_mentions: ofUser({ exported: isShort }),
  search_questions: ofUser({
    staffTexts: { text: longest.query },
    exported: { searches: ({ id }) => sql`select text, at from search_questions where user_id = ${id}` },
    expires: { after: 'emails', at: sql`at` },
  }),

  teams: {
    teamTexts: { texts: { name: longest.teamName, need: longest.need }, rows: (team) => sql`id = ${team}` },
  },
  team_members: ofUser({
    exportedRow: {
      team: ({ id }) => sql`select t.id, t.name, t.need, m.joined_at
        from team_members m join teams t on t.id = m.team_id where m.user_id = ${id}`,
    },
  }),
  join_requests: {
    accounts: { requester_id: 'delete' },
    exported: {
      joinRequests: ({ id }) => sql`select t.name as team, message, status, r.created_at, decided_at
        from join_requests r join teams t on t.id = r.team_id where requester_id = ${id}`,
    },
  },
  team_cards: ofUser({
    exportedRow: {
      teamCard: ({ id }) => sql`select skills, about, updated_at from team_cards where user_id = ${id}`,
    },
  }),
  team_invites: {
    exported: {
      teamInvites: ({ id }) => sql`select t.name as team, status, i.created_at, decided_at
        from team_invites i join team_cards c on c.id = i.card_id join teams t on t.id = i.team_id
        where c.user_id = ${id}`,
    },
  },
  team_attempts: ofUser({ exported: isShort }),

  projects: {
    ...by('user_id'),
    teamTexts: {
      texts: {
        team_name: longest.teamName,
        title: project.title,
        tagline: project.tagline,
        description: project.description,
      },
      lists: { tags: project.tag },
      rows: (team) => sql`team_id = ${team}`,
    },
    exported: {
      projects: ({
        id,
        team,
      }) => sql`select title, tagline, description, repository, demo, video, tags, submitted_at
        from projects where user_id = ${id} or team_id = ${team}`,
    },
  },
  project_pictures: {
    teamTexts: {
      texts: { alternative_text: project.alternativeText },
      rows: (team) => sql`project_id = (select id from projects where team_id = ${team})`,
    },
  },
  project_reports: { expires: { after: 'applications', at: sql`at` } },
  files: {
    accounts: { owner_id: 'delete' },
    exported: {
      files: ({ id, team }) => sql`
        select f.id, kind, size, created_at, storage_key as key, alternative_text
        from files f left join projects p on p.id = f.project_id left join project_pictures on picture_file_id = f.id
        where (owner_id = ${id} or p.user_id = ${id} or p.team_id = ${team}) and kind <> 'thumbnail'
        order by created_at`,
    },
  },

  check_ins: {
    accounts: { user_id: 'delete', checked_in_by: 'keep', undone_by: 'keep' },
    staffTexts: { undo_reason: longest.reason },
    exported: {
      checkIns: ({ id }) => sql`select checkpoint, state, checked_in_at, undone_at, undo_reason
        from check_ins where user_id = ${id}`,
    },
  },
  checked_in: nobody,
  check_in_attempts: {
    accounts: { user_id: 'delete', by_user_id: 'keep' },
    staffTexts: { note: longest.reason },
    exported: {
      problemsAtCheckIn: ({ id }) => sql`select checkpoint, reason, note, at
        from check_in_attempts where user_id = ${id} and note is not null`,
    },
  },
  stations: ofUser({ exported: isShort }),
  shifts: ofUser({
    exportedRow: {
      shift: ({ id }) => sql`select checkpoint, started_at, ends_at from shifts where user_id = ${id}`,
    },
  }),
  walk_ins: ofUser({
    address: 'email',
    exported: 'It is emptied when they are admitted: the application has it.',
    expires: { after: 'walkIns', at: sql`created_at`, rows: sql`user_id is null` },
  }),
  announcements: {
    ...by('created_by'),
    staffTexts: { subject: announcement.subject, text: announcement.text, segment: ['question'] },
    expires: { after: 'emails', at: sql`created_at`, rows: sql`not waits`, atOnce: 1 },
  },
  announcement_receivers: ofUser({
    exported: {
      announcements: ({ id }) => sql`select subject, text, a.created_at, r.state as email
        from announcement_receivers r join announcements a on a.id = r.announcement_id
        where r.user_id = ${id} order by a.created_at`,
    },
  }),
  announcement_pushes: nobody,
  unsubscribed: ofUser({
    moves: 'missing',
    exportedRow: {
      unsubscribedAt: ({ id }) => sql`select at as value from unsubscribed where user_id = ${id}`,
    },
  }),
  push_subscriptions: ofUser({
    exported: {
      // Without address and keys: whoever has them can send to the device.
      notifiedDevices: ({ id }) => sql`select host as "pushService", saved_at
        from push_subscriptions where user_id = ${id} order by saved_at`,
    },
  }),
  mentors: ofUser({
    exportedRow: { mentor: ({ id }) => sql`select topics, on_duty from mentors where user_id = ${id}` },
  }),
  help_requests: ofUser({
    staffTexts: { note: helpLimits.note },
    exported: {
      helpRequests: ({ id }) => sql`select topic, text, location, note, created_at, claimed_at, state, rating
        from help_requests where user_id = ${id} order by created_at`,
    },
  }),
  loan_scans: {
    moves: 'all',
    accounts: { user_id: 'keep', by: 'keep' },
    exported: {
      borrowed: ({ id }) => sql`select thing, at from loan_scans where user_id = ${id} order by at`,
    },
  },
  thing_reservations: ofUser({
    exportedRow: {
      reservedThing: ({ id }) => sql`select thing, until from thing_reservations where user_id = ${id}`,
    },
  }),

  judges: nobody,
  judge_sessions: nobody,
  review_sessions: nobody,
  demo_tables: {
    ...by('user_id'),
    teamTexts: { texts: { name: 100 }, rows: (team) => sql`team_id = ${team}` },
  },
  people_at_tables: nobody,
  person_tables: nobody,
  project_tables: nobody,
  table_visits: nobody,
  scores: {
    teamTexts: {
      texts: { team_name: 100 },
      rows: (team) => sql`team_number = (select number from demo_tables where team_id = ${team})`,
    },
  },
  score_comments: {
    staffTexts: { comment: 500 },
    expires: { after: 'applications', at: sql`(select created_at from scores where id = score_id)` },
  },
  voided_scores: { ...by('voided_by'), staffTexts: { reason: longest.reason } },
  entered_scores: by('entered_by'),
  result_decisions: {
    accounts: { decided_by: 'keep', locked_by: 'keep' },
    staffTexts: { decision: [] },
  },

  feedback_answers: nobody,
  feedback_given: nobody,
  resume_links: { ...by('created_by'), staffTexts: { name: longest.name, filters: ['q'] } },

  mails: {
    moves: 'all',
    accounts: { user_id: 'delete', about_id: 'delete' },
    address: 'recipient',
    exported: {
      mails: ({ id }) =>
        sql`select recipient, subject, text, created_at, sent_at from mails where user_id = ${id}`,
    },
    expires: { after: 'emails', at: sql`coalesce(sent_at, failed_at)` },
  },
  // The id of a deleted account belongs to nobody; the reasons about it go.
  audit: { staffTexts: { detail: [] } },
  webhook_deliveries: {
    staffTexts: { text: unlimited, answer: unlimited, data: [] },
    expires: { after: 'emails', at: sql`at` },
  },
  settings: { staffTexts: { value: [] }, staffRows: sql`key = ${savedViewsKey}` },
  events: { ...by('by'), staffTexts: { document: { fields: prose } }, addressTexts: { document: [] } },
  event_changes: {
    ...by('by'),
    staffTexts: { changes: [], base: [] },
    staffRows: sql`section in ('public', 'schedule', 'mail')`,
  },
  rate_limits: nobody,
  retained_counts: nobody,
};

/** The tables of the program by name, with what goes with an account. */
export const personalTables = Object.entries(personalData) as [keyof Tables, PersonalData][];

/** Checks of the doctor: what the foreign keys of the database do with an account is what is registered. */
export const personalDataChecks = {
  'what goes with an account is registered': `select c.conrelid::regclass::text || '.' || a.attname as id
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass
      and (c.conrelid::regclass::text, a.attname::text, c.confdeltype::text) not in (values ${personalTables
        .flatMap(([table, { accounts = {} }]) =>
          Object.entries(accounts).map(
            ([column, fate]) => `('${table}', '${column}', '${fate === 'delete' ? 'c' : 'n'}')`,
          ),
        )
        .join(', ')})`,
};
