import type { Generated, GeneratedAlways } from 'kysely';
import type { HelpState } from '../../../contract/event-day/help.ts';
import type { Defaulted, Timestamp } from './columns.ts';

interface CheckInsTable {
  id: Generated<string>;
  user_id: string;
  checkpoint: string;
  key: string;
  /** `duplicate` is a second verified scan of somebody who is in: it stays in the log and counts for nothing. */
  state: 'admitted' | 'conflict' | 'undone' | 'duplicate';
  pass_verified: boolean;
  checked_in_at: Timestamp;
  checked_in_by: string | null;
  undone_at: Timestamp | null;
  undone_by: string | null;
  undo_reason: string | null;
}

/** A view of the check-ins in force: at most one for each person and checkpoint. */
type CheckedInView = Omit<CheckInsTable, 'state' | `undo${string}`>;

export interface CheckInTables {
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
    /** What a volunteer wrote about it. */
    note: Defaulted<string | null>;
  };
  stations: {
    id: string;
    user_id: string;
    checkpoint: string;
    waiting: number;
    troubled: number;
    seen_at: Timestamp;
  };
  /** A volunteer who scanned the code of a shift. */
  shifts: {
    user_id: string;
    checkpoint: string;
    started_at: Timestamp;
    ends_at: Timestamp;
  };
  /** Somebody who has registered at the entrance; without name and address once admitted. */
  walk_ins: {
    id: string;
    name: string;
    email: string;
    t_shirt_size: 'S' | 'M' | 'L' | 'XL' | 'XXL';
    dietary_restrictions: string;
    track: string;
    created_at: Timestamp;
    user_id: Defaulted<string | null>;
    /** A keyed hash of the network that the entry came from, as long as it waits; null for one that a station sent. */
    network: Defaulted<Buffer | null>;
  };
  /** Somebody who answers requests for help. */
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
    /** Where the person is, as they wrote it. */
    location: string;
    wanted_id: Defaulted<string | null>;
    mentor_id: Defaulted<string | null>;
    /** A note that mentors leave each other. */
    note: Defaulted<string>;
    /** Whether the person has heard that they are next. */
    called: Defaulted<boolean>;
    created_at: Timestamp;
    claimed_at: Timestamp | null;
    ended: Defaulted<'solved' | 'cancelled' | null>;
    state: GeneratedAlways<HelpState>;
    rating: Defaulted<number | null>;
  };
  /** One scan: a thing was handed out, or taken in. */
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
}
