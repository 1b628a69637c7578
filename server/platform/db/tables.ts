import { type ColumnType, type Generated, sql } from 'kysely';
import type { Defaulted, Timestamp } from './columns.ts';
import { ofNobody, ofUser, type PersonalDataOf } from './personal-data.ts';

/** Every table of the program by name. Each module adds its own, in its `x.tables.ts`. */
export interface Tables {
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
  files: {
    id: Generated<string>;
    /** Whose document or answer it is; null for a picture, and for a file of the event. */
    owner_id: string | null;
    project_id: Defaulted<string | null>;
    kind: 'resume' | 'pitchDeck' | 'answer' | 'picture' | 'thumbnail' | 'eventFile';
    /** For a picture of the event in another size: the original picture, and the width in pixels. */
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
    /** Whose name stands in an email to somebody else. */
    about_id: string | null;
    /** The sign-in code that is filled in when the email is sent. */
    code_id: string | null;
    /** The schedule is attached as a calendar file. */
    with_calendar: Defaulted<boolean>;
    /** An announcement that its receiver can unsubscribe from, in one click. */
    can_unsubscribe: Defaulted<boolean>;
    /** The account is deleted: once it is delivered or given up, the mail is too. */
    is_last: Defaulted<boolean>;
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
  rate_limits: {
    /** A keyed hash of what is counted. */
    key: string;
    count: number;
    ends_at: Timestamp;
  };
  /** A device on which somebody gets notifications: one for each session. */
  push_subscriptions: {
    id: Generated<string>;
    user_id: string;
    session_hash: Buffer;
    endpoint: string;
    /** The host of the endpoint, with its port if it has one. */
    host: string;
    p256dh: Buffer;
    auth: Buffer;
    /** The site's key with which the browser subscribed: no other can send to it. */
    server_key: string;
    /** When its device last said that it is still there. */
    saved_at: Timestamp;
  };
}

const unlimited = 1_000_000;

export const platformData: PersonalDataOf<
  'webhook_deliveries' | 'audit' | 'mails' | 'rate_limits' | 'push_subscriptions'
> = {
  webhook_deliveries: {
    staffTexts: { text: unlimited, answer: unlimited, data: [] },
    expires: { after: 'emails', at: sql`at` },
  },
  // The id of a deleted account belongs to nobody; the reasons about it go.
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
      // Without address and keys: whoever has them can send to the device.
      notifiedDevices: ({ id }) => sql`select host as "pushService", saved_at
        from push_subscriptions where user_id = ${id} order by saved_at`,
    },
  }),
};
