import type { ColumnType, Generated } from 'kysely';
import type { AudienceSegment } from '../../../contract/event-day/announcements.ts';
import type { Defaulted, Timestamp } from './columns.ts';

export interface AnnouncementTables {
  announcements: {
    id: Generated<string>;
    /** The idempotency key of the call that made it. */
    key: string;
    subject: string;
    text: string;
    segment: ColumnType<AudienceSegment, string, never>;
    email: boolean;
    about_place: boolean;
    /** When it was sent, or written while it waits. */
    created_at: Timestamp;
    created_by: string | null;
    /** When it was to be sent, if not at once. */
    send_at: Timestamp | null;
    /** Whether it waits to be sent: it has no receivers yet. */
    waits: Defaulted<boolean>;
    /** Since when it is on no page any more. */
    stopped_at: Timestamp | null;
  };
  /** The people in the segment at that moment. */
  announcement_receivers: {
    announcement_id: string;
    user_id: string;
    /** `queued` once there is a mail; the mail says the rest. */
    state: 'none' | 'waiting' | 'queued' | 'unsubscribed' | 'noAddress' | 'stopped';
    /** Null again when the mail was deleted by age. */
    mail_id: Defaulted<string | null>;
  };
  /** People who want no emails with announcements. */
  unsubscribed: {
    user_id: string;
    at: Timestamp;
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
  /** An announcement on its way to one device. */
  announcement_pushes: {
    id: Generated<string>;
    announcement_id: string;
    user_id: string;
    /** Null when the subscription ended: then nothing is sent. */
    subscription_id: string | null;
    /** `accepted` by the browser's push service. */
    state: Defaulted<'waiting' | 'accepted' | 'failed'>;
    /** How often it was sent, or begun to be. */
    tries: Defaulted<number>;
    /** When it is sent next; while it is being sent, when another run may. */
    next_at: Timestamp;
  };
}
