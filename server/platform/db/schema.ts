import type { ColumnType, Generated } from 'kysely';
import type { ResumeFilters } from '../../../contract/after/resume-book.ts';
import type { EventDocument } from '../../../contract/event/event.ts';
import type { EventOrigin, SettingsSection } from '../../../contract/event/settings.ts';
import type { Role } from '../../../contract/platform/roles.ts';
import type { AnnouncementTables } from './announcement-schema.ts';
import type { ApplicationTables } from './application-schema.ts';
import type { CheckInTables } from './check-in-schema.ts';
import type { Defaulted, Timestamp } from './columns.ts';
import type { JudgingTables } from './judging-schema.ts';
import type { ProjectTables } from './project-schema.ts';

// The keys in `settings` that several modules use.
export const reviewPasswordKey = 'score-review-password';
export const blindReviewKey = 'blind-review';
export const judgingPausedKey = 'judging-paused';
export const savedViewsKey = 'saved-views';
export const waitlistOrderKey = 'waitlist-order';
export const archiveKey = 'event-archive';
/** The fingerprint of an event in files, of a site from before events were documents; until it is converted. */
export const oldEventKey = 'old-event';
export const agreedSettingsKey = 'agreed-settings';
/** The mark of the secret before this one; see `hasEarlierSecret`. */
export const earlierSecretKey = 'earlier-secret';

/** Every table of the program, by name. */
export interface Tables
  extends AnnouncementTables,
    ApplicationTables,
    CheckInTables,
    JudgingTables,
    ProjectTables {
  /** What goes to the webhook of the settings. */
  webhook_deliveries: {
    id: string;
    type: string;
    text: string;
    data: ColumnType<Record<string, unknown>, string, never>;
    at: Timestamp;
    state: Defaulted<'waiting' | 'delivered' | 'failed'>;
    attempts: Defaulted<number>;
    answer: Defaulted<string>;
  };
  users: {
    id: Generated<string>;
    email: string | null;
    email_verified: Defaulted<boolean>;
    /** The address gets email because the settings trust its provider. It proves nothing. */
    email_trusted: Defaulted<boolean>;
    name: Defaulted<string>;
    photo: string | null;
    role: Defaulted<Role>;
    /** An organizer who also appoints owners; there is always one while there are organizers. */
    is_owner: Defaulted<boolean>;
    team_preference: 'solo' | 'lookingForTeam' | 'hasTeam' | null;
    /** The code of the invitation that the person opened; null once they are in a team. */
    invite_code: string | null;
    pass_version: Defaulted<number>;
    /** They agree that the gallery and the winners name them. */
    named_in_gallery: Defaulted<boolean>;
    /** The address at which their certificate is verified ends with it. */
    certificate_id: Defaulted<string>;
    created_at: Timestamp;
    /** The last visit of somebody who was no hacker then. */
    last_seen_at: Timestamp | null;
    /** As that of a team, while the person is in none. */
    project_deadline: Timestamp | null;
  };
  /** The names that somebody had, each until it was changed. */
  former_names: {
    user_id: string;
    name: string;
    until: Generated<Date>;
  };
  identities: {
    issuer: string;
    subject: string;
    user_id: string;
    created_at: Timestamp;
  };
  sessions: {
    token_hash: Buffer;
    user_id: string;
    created_at: Timestamp;
    last_seen_at: Timestamp;
  };
  email_codes: {
    id: Generated<string>;
    email: string;
    /** The address without its `+tag`: what the limits on emails count. */
    mailbox: string;
    /** The flow token of the browser that asked, hashed; null for a code from the command line. */
    flow_hash: Buffer | null;
    /** The network address that asked, as a keyed hash; null for a code from the command line. */
    network: Buffer | null;
    /** The browser that asked has signed in with this address before. */
    known_device: Defaulted<boolean>;
    /** Sent by email; codes from the command line do not count against the limits on emails. */
    mailed: Defaulted<boolean>;
    /** Wrong tries of the browser that asked. */
    tries: Defaulted<number>;
    /** Wrong tries of all other browsers. */
    outside_tries: Defaulted<number>;
    outside_tried_at: Timestamp | null;
    created_at: Timestamp;
    expires_at: Timestamp;
    used_at: Timestamp | null;
  };
  sign_in_links: {
    token_hash: Buffer;
    /** Null: whoever uses it becomes the first organizer. */
    user_id: string | null;
    expires_at: Timestamp;
    used_at: Timestamp | null;
  };
  oidc_flows: {
    cookie_hash: Buffer;
    issuer: string;
    state: string;
    nonce: string;
    code_verifier: string;
    return_to: string;
    expires_at: Timestamp;
  };
  files: {
    id: Generated<string>;
    /** Whose document it is; null for a picture, and for a file of the event. */
    owner_id: string | null;
    project_id: Defaulted<string | null>;
    kind: 'resume' | 'pitchDeck' | 'picture' | 'thumbnail' | 'eventFile';
    /** For a picture of the event in another size: the original picture, and the width in pixels. */
    original_id: Defaulted<string | null>;
    width: Defaulted<number | null>;
    storage_key: string;
    size: number;
    sha256: Buffer;
    active_content: Defaulted<boolean>;
    created_at: Timestamp;
  };
  teams: {
    id: Generated<string>;
    name: string;
    max_members: number;
    invite_code: string;
    creator_id: string;
    /** What the leader says the team needs, in one line. */
    need: Defaulted<string>;
    created_at: Timestamp;
    /** Until when they may submit, where that is later than for everybody. */
    project_deadline: Timestamp | null;
  };
  team_members: {
    user_id: string;
    team_id: string;
    slot: number;
    joined_at: Timestamp;
  };
  join_requests: {
    id: Generated<string>;
    team_id: string;
    requester_id: string;
    message: Defaulted<string>;
    status: Defaulted<'pending' | 'approved' | 'rejected' | 'cancelled' | 'closed'>;
    created_at: Timestamp;
    decided_at: Timestamp | null;
  };
  /** What somebody without a team shows leaders. */
  team_cards: {
    id: Generated<string>;
    user_id: string;
    skills: string;
    about: string;
    updated_at: Timestamp;
  };
  /** A team's invite to the person of a card; an accepted one goes with the card. */
  team_invites: {
    id: Generated<string>;
    team_id: string;
    card_id: string;
    status: Defaulted<'pending' | 'declined'>;
    created_at: Timestamp;
    decided_at: Timestamp | null;
  };
  team_attempts: {
    id: Generated<string>;
    user_id: string;
    kind: string;
    at: Timestamp;
  };
  audit: {
    id: Generated<string>;
    at: Timestamp;
    actor_id: string | null;
    action: string;
    subject: string;
    detail: ColumnType<Record<string, unknown>, string | undefined, never>;
  };
  mails: {
    id: Generated<string>;
    user_id: string | null;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    /** Whose name stands in an email to somebody else. */
    about_id: string | null;
    /** The sign-in code that is filled in when the email is sent. */
    code_id: string | null;
    /** The schedule is attached as a calendar file. */
    with_calendar: Defaulted<boolean>;
    /** An announcement that its receiver can unsubscribe from, in one click. */
    can_unsubscribe: Defaulted<boolean>;
    created_at: Timestamp;
    sent_at: Timestamp | null;
    /** When it was given up. */
    failed_at: Timestamp | null;
    /** The reason for that: codes of the mail server, without its text. */
    failure: string | null;
  };
  settings: {
    key: string;
    value: ColumnType<unknown, string, string>;
  };
  /** The versions of the event. Rows are only added: the newest holds. */
  events: {
    version: number;
    document: ColumnType<EventDocument, string, never>;
    /** The sections of the settings in which it differs from the version before; all for the first. */
    sections: SettingsSection[];
    origin: EventOrigin;
    at: ColumnType<Date, Date | undefined, never>;
    by: string | null;
  };
  /** What organizers changed beside the files of an event, before events were documents. */
  event_changes: {
    section: string;
    version: number;
    /** The fields of the event that differ from `event/`; null for one that is left out. */
    changes: ColumnType<Record<string, unknown>, string, never>;
    /** What `event/` said about them then. */
    base: ColumnType<Record<string, unknown>, string, never>;
    by: string | null;
    at: Timestamp;
  };
  rate_limits: {
    /** A keyed hash of what is counted. */
    key: string;
    count: number;
    ends_at: Timestamp;
  };
  /** Counts that stay when data is deleted by age: how many had which value. */
  retained_counts: {
    what: string;
    value: string;
    count: number;
  };
  /** What somebody answered to the questions of the event; nothing says who, or when. */
  feedback_answers: {
    id: Generated<string>;
    answers: ColumnType<Record<string, number | string>, string, never>;
  };
  /** A keyed hash of the id of each person who has answered. Rewritten in its own order with every answer. */
  feedback_given: {
    mark: Buffer;
  };
  /** A link by which a sponsor downloads resumes until it ends. */
  resume_links: {
    id: Generated<string>;
    name: string;
    token_hash: Buffer;
    filters: ColumnType<ResumeFilters, string, never>;
    created_at: Timestamp;
    created_by: string | null;
    expires_at: Timestamp;
    revoked_at: Timestamp | null;
    downloads: Defaulted<number>;
    downloaded_at: Timestamp | null;
  };
}
