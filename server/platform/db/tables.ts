import { type ColumnType, type Generated, sql } from 'kysely';
import type { Defaulted, Timestamp } from './columns.ts';
import { ofNobody, ofUser, type PersonalDataByTable } from './personal-data.ts';

/** Every table of the program by name. Each module adds its own in its `x.tables.ts`. */
export interface Tables {
  /** Deliveries to the webhook of the settings. */
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
  files: {
    id: Generated<string>;
    /** Whose document or answer it is; null for a picture, and for a file of the event. */
    owner_id: string | null;
    project_id: Defaulted<string | null>;
    kind: 'resume' | 'pitchDeck' | 'answer' | 'picture' | 'thumbnail' | 'eventFile';
    /** For an event picture in another size: the original, and the width in pixels. */
    original_id: Defaulted<string | null>;
    width: Defaulted<number | null>;
    storage_key: string;
    size: number;
    sha256: Buffer;
    active_content: Defaulted<boolean>;
    created_at: Timestamp;
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
    /** The person named in an email to somebody else. */
    about_id: string | null;
    /** The sign-in code that is filled in when the email is sent. */
    code_id: string | null;
    /** The schedule is attached as a calendar file. */
    with_calendar: Defaulted<boolean>;
    /** An announcement from which its receiver can unsubscribe with one click. */
    can_unsubscribe: Defaulted<boolean>;
    /** The account is deleted; so is the email, once it is delivered or given up. */
    is_last: Defaulted<boolean>;
    created_at: Timestamp;
    sent_at: Timestamp | null;
    /** When it was given up. */
    failed_at: Timestamp | null;
    /** Why: the mail server's codes, without its text. */
    failure: string | null;
  };
  settings: {
    key: string;
    value: ColumnType<unknown, string, string>;
  };
  rate_limits: {
    /** A keyed hash of what is counted. */
    key: string;
    count: number;
    ends_at: Timestamp;
  };
  /** A device that gets notifications: one per session. */
  push_subscriptions: {
    id: Generated<string>;
    user_id: string;
    session_hash: Buffer;
    endpoint: string;
    /** The host of the endpoint, with its port if it has one. */
    host: string;
    p256dh: Buffer;
    auth: Buffer;
    /** The site's key with which the browser subscribed; it is the only one that can send to it. */
    server_key: string;
    /** When its device last confirmed that it is still in use. */
    saved_at: Timestamp;
  };
}

const unlimited = 1_000_000;

export const platformData = {
  webhook_deliveries: {
    staffTexts: { text: unlimited, answer: unlimited, data: [] },
    expires: { after: 'emails', at: sql`at` },
  },
  // The id of a deleted account no longer belongs to anybody; reasons about it are deleted.
  audit: { staffTexts: { detail: [] } },
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

  rate_limits: ofNobody,
  push_subscriptions: ofUser({
    exported: {
      // Without address and keys, which would let anybody send to the device.
      notifiedDevices: ({ id }) => sql`select host as "pushService", saved_at
        from push_subscriptions where user_id = ${id} order by saved_at`,
    },
  }),
} satisfies PersonalDataByTable;
