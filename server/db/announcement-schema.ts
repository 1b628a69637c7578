import type { ColumnType, Generated } from 'kysely';
import type { AudienceSegment } from '../../contract/announcements.ts';
import type { Defaulted, Timestamp } from './columns.ts';

interface AnnouncementsTable {
  id: Generated<string>;
  /** The idempotency key of the call that made it. */
  key: string;
  subject: string;
  text: string;
  segment: ColumnType<AudienceSegment, string, never>;
  email: boolean;
  about_place: boolean;
  created_at: Timestamp;
  created_by: string | null;
}

/** Who was in the segment at that moment. */
interface AnnouncementReceiversTable {
  announcement_id: string;
  user_id: string;
  /** `queued` once there is a mail; the mail says the rest. */
  state: 'none' | 'waiting' | 'queued' | 'unsubscribed' | 'noAddress';
  /** Null again when the mail was deleted by age. */
  mail_id: Defaulted<string | null>;
}

/** Who wants no emails with announcements. */
interface UnsubscribedTable {
  user_id: string;
  at: Timestamp;
}

/** The tables of announcements, by name. */
export interface AnnouncementTables {
  announcements: AnnouncementsTable;
  announcement_receivers: AnnouncementReceiversTable;
  unsubscribed: UnsubscribedTable;
}
