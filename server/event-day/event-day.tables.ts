import { type ColumnType, type Generated, type GeneratedAlways, sql } from 'kysely';
import type { AudienceSegment } from '../../contract/event-day/announcements.ts';
import type { HelpState } from '../../contract/event-day/help.ts';
import { helpLimits } from '../../contract/event-day/help.ts';
import { limits } from '../../contract/limits.ts';
import type { Defaulted, Timestamp } from '../platform/db/columns.ts';
import {
  byStaff,
  isShortLived,
  ofNobody,
  ofUser,
  type PersonalDataByTable,
} from '../platform/db/personal-data.ts';

interface CheckInsTable {
  id: Generated<string>;
  user_id: string;
  checkpoint: string;
  key: string;
  /** `duplicate` is a second verified scan of a person who is in: it stays in the log without effect. */
  state: 'admitted' | 'conflict' | 'undone' | 'duplicate';
  pass_verified: boolean;
  checked_in_at: Timestamp;
  checked_in_by: string | null;
  undone_at: Timestamp | null;
  undone_by: string | null;
  undo_reason: string | null;
}

/** A view of the current check-ins: at most one per person and checkpoint. */
type CheckedInView = Omit<CheckInsTable, 'state' | `undo${string}`>;

declare module '../platform/db/tables.ts' {
  interface Tables {
    check_ins: CheckInsTable;
    checked_in: CheckedInView;
    check_in_attempts: {
      id: Generated<string>;
      user_id: string | null;
      checkpoint: string;
      reason: string;
      by_user_id: string | null;
      at: Timestamp;
      key: string | null;
      /** A volunteer's note about it. */
      note: Defaulted<string | null>;
      /** When an organizer marked a problem as done. */
      done_at: Timestamp | null;
    };
    stations: {
      id: string;
      user_id: string;
      checkpoint: string;
      waiting: number;
      troubled: number;
      seen_at: Timestamp;
    };
    /** A volunteer who scanned a shift's code. */
    shifts: {
      user_id: string;
      checkpoint: string;
      started_at: Timestamp;
      ends_at: Timestamp;
    };
    /** A person who registered at the entrance; without name and address once admitted. */
    walk_ins: {
      id: string;
      name: string;
      email: string;
      t_shirt_size: string;
      dietary_restrictions: string;
      track: string;
      /** Their answers and agreements, until they are admitted. */
      form: ColumnType<unknown, string | undefined, string>;
      created_at: Timestamp;
      user_id: Defaulted<string | null>;
      /** A keyed hash of the network that the entry came from, while it waits; null if a station sent it. */
      network: Defaulted<Buffer | null>;
    };
    /** A person who answers requests for help. */
    mentors: {
      user_id: string;
      topics: Defaulted<string[]>;
      on_duty: Defaulted<boolean>;
    };
    help_requests: {
      id: string;
      user_id: string;
      topic: string;
      text: string;
      /** Where the person is, in their own words. */
      location: string;
      wanted_id: Defaulted<string | null>;
      mentor_id: Defaulted<string | null>;
      /** A note for other mentors. */
      note: Defaulted<string>;
      /** Whether the person was notified that they are next. */
      called: Defaulted<boolean>;
      created_at: Timestamp;
      claimed_at: Timestamp | null;
      ended: Defaulted<'solved' | 'cancelled' | null>;
      state: GeneratedAlways<HelpState>;
      rating: Defaulted<number | null>;
    };
    /** One scan: a thing was handed out or taken in. */
    loan_scans: {
      id: string;
      thing: string;
      /** Null for a return, and for a deleted account. */
      user_id: string | null;
      is_return: Defaulted<boolean>;
      at: Timestamp;
      by: string | null;
    };
    thing_reservations: {
      thing: string;
      user_id: string;
      until: Timestamp;
    };
    announcements: {
      id: Generated<string>;
      /** The idempotency key of the call that made it. */
      key: string;
      subject: string;
      text: string;
      segment: ColumnType<AudienceSegment, string, never>;
      email: boolean;
      about_place: boolean;
      /** When it was sent, or written if it is still waiting. */
      created_at: Timestamp;
      created_by: string | null;
      /** When to send it, if not at once. */
      send_at: Timestamp | null;
      /** Whether it is waiting to be sent: it has no receivers yet. */
      waits: Defaulted<boolean>;
      /** Since when it has been removed from all pages. */
      stopped_at: Timestamp | null;
      /** To how many judges it was an email, and to nobody else. */
      judges: Defaulted<number | null>;
    };
    /** The people in the segment when it was sent. */
    announcement_receivers: {
      announcement_id: string;
      user_id: string;
      /** `queued` once there is an email, which has the rest. */
      state: 'none' | 'waiting' | 'queued' | 'unsubscribed' | 'noAddress' | 'stopped';
      /** Null again once the email is deleted by age. */
      mail_id: Defaulted<string | null>;
    };
    /** People who unsubscribed from announcement emails. */
    unsubscribed: {
      user_id: string;
      at: Timestamp;
    };
    /** An announcement for one device. */
    announcement_pushes: {
      id: Generated<string>;
      announcement_id: string;
      user_id: string;
      /** Null once the subscription has ended: then nothing is sent. */
      subscription_id: string | null;
      /** `accepted` by the browser's push service. */
      state: Defaulted<'waiting' | 'accepted' | 'failed'>;
      /** How often it was sent, or started to be. */
      tries: Defaulted<number>;
      /** When it is sent next; while it is being sent, when another run may send it. */
      next_at: Timestamp;
    };
  }
}

const { announcement, text: longest } = limits;

export const eventDayData = {
  check_ins: {
    accounts: { user_id: 'delete', checked_in_by: 'keep', undone_by: 'keep' },
    staffTexts: { undo_reason: longest.reason },
    exported: {
      checkIns: ({ id }) => sql`select checkpoint, state, checked_in_at, undone_at, undo_reason
        from check_ins where user_id = ${id}`,
    },
  },
  checked_in: ofNobody,
  check_in_attempts: {
    accounts: { user_id: 'delete', by_user_id: 'keep' },
    staffTexts: { note: longest.reason },
    exported: {
      problemsAtCheckIn: ({ id }) => sql`select checkpoint, reason, note, at
        from check_in_attempts where user_id = ${id} and note is not null`,
    },
  },
  stations: ofUser({ exported: isShortLived }),
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
  announcements: {
    ...byStaff('created_by'),
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
  unsubscribed: ofUser({
    moves: 'missing',
    exportedRow: {
      unsubscribedAt: ({ id }) => sql`select at as value from unsubscribed where user_id = ${id}`,
    },
  }),
  announcement_pushes: ofNobody,
} satisfies PersonalDataByTable;
