import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { AnswerValue } from '../../contract/apply/form-questions.ts';
import type { QuestionType } from '../../contract/apply/question-types.ts';
import { limits } from '../../contract/limits.ts';
import type { Defaulted, Timestamp } from '../platform/db/columns.ts';
import {
  byStaff,
  isShortLived,
  ofNobody,
  ofUser,
  type PersonalDataByTable,
} from '../platform/db/personal-data.ts';

// Keys in `settings`.
export const savedViewsKey = 'saved-views';
export const waitlistOrderKey = 'waitlist-order';

interface ApplicationsTable {
  id: Generated<string>;
  user_id: string;
  status: Defaulted<'pending' | 'approved' | 'rejected'>;
  track: string;
  major: string;
  t_shirt_size: string;
  dietary_restrictions: string;
  why_join: string;
  resume_file_id: string | null;
  pitch_deck_file_id: string | null;
  attendance_confirmed: Defaulted<boolean>;
  attendance_declined: Defaulted<boolean>;
  reviewed_at: Timestamp | null;
  reviewed_by: string | null;
  created_at: Timestamp;
  /** The name at the last approval, and since when the person has had another. */
  approved_name: string | null;
  renamed_at: Timestamp | null;
  /** When the documents were deleted by age. */
  documents_removed_at: Timestamp | null;
}

/** The columns of fields that are stored as entered, by their names in calls and exports. */
export const fieldColumns = {
  track: 'track',
  major: 'major',
  tShirtSize: 't_shirt_size',
  dietaryRestrictions: 'dietary_restrictions',
  whyJoin: 'why_join',
} as const;
type Columns = typeof fieldColumns;

export type StoredFields = { [Name in keyof Columns]: Selectable<ApplicationsTable>[Columns[Name]] };

export const storedFieldNames = Object.keys(fieldColumns) as (keyof Columns)[];

/** A withdrawn application that has not been restored: in every other table it does not exist. */
interface WithdrawnApplicationsTable extends ApplicationsTable {
  withdrawn_at: Timestamp;
}

declare module '../platform/db/tables.ts' {
  interface Tables {
    applications: ApplicationsTable;
    withdrawn_applications: WithdrawnApplicationsTable;
    /** A decision that the applicant has not been told: `applications` has the status before it. */
    held_decisions: {
      application_id: string;
      status: 'approved' | 'rejected';
      decided_by: string | null;
      decided_at: Timestamp;
    };
    /** What undoing the last decision on an application restores; deleted when its email is sent. */
    undoable_decisions: {
      application_id: string;
      mail_id: string | null;
      until: Timestamp;
      previous: ColumnType<unknown, string, never>;
    };
    /** The offer of a place to an approved person; without a row, the place is held indefinitely. */
    places: {
      application_id: string;
      /** Null: indefinitely. */
      held_until: Timestamp | null;
      /** When the reminder is due; null if there is none, or once sent. */
      remind_at: Timestamp | null;
      /** Since when the place is no longer held. */
      lapsed_at: Timestamp | null;
      /** An organizer offered it although every place was taken. */
      beyond_capacity: Defaulted<boolean>;
    };
    /** People on the waitlist. Their application is pending, or approved if they gave their place up. */
    waitlist: {
      application_id: string;
      since: Timestamp;
      /** The manual order; null sorts after those with a position. */
      position: number | null;
      decided_by: string | null;
      decided_at: Timestamp;
    };
    reviews: {
      id: Generated<string>;
      application_id: string;
      /** Null when the account is deleted. */
      user_id: string | null;
      /** From 1 to 5. */
      rating: number | null;
      note: Defaulted<string>;
      updated_at: Timestamp;
    };
    application_notes: {
      id: string;
      application_id: string;
      /** Null when the account is deleted. */
      user_id: string | null;
      text: string;
      at: Timestamp;
    };
    /** Unread notes that mention a person. */
    note_mentions: {
      note_id: string;
      user_id: string;
    };
    /** The reviewer of an application, for a time. */
    review_claims: {
      application_id: string;
      user_id: string;
    };
    /** Changes to the totals, to be added up; maintained by triggers on `applications`. */
    application_counts: {
      status: 'pending' | 'approved' | 'rejected';
      count: number;
    };
    /** What searches for words read of each application; maintained by triggers on `applications` and `users`. */
    application_words: {
      application_id: string;
      /** Name and email address, without accents; so is the major. */
      person: string;
      major: string;
      /** Both. */
      text: ColumnType<string, never, never>;
    };
    /** Inserted and updated by a trigger on `applications`. */
    profiles: {
      application_id: string;
      resume: Defaulted<'waiting' | 'read' | 'unavailable'>;
      resume_text: Defaulted<string>;
      links: Defaulted<string[]>;
      /** The id of the transaction that changed it last. */
      changed: string;
    };
    /** The embeddings of a profile's passages: packed vectors, one row per profile. */
    profile_vectors: {
      application_id: string;
      model: string;
      /** 0 for an empty profile. */
      dimension: number;
      /** The hash of the embedded texts. */
      passages: Buffer;
      vectors: Buffer;
      /** The `changed` of the profile that they were made from. */
      seen: string;
    };
    search_questions: {
      id: Defaulted<string>;
      text: string;
      user_id: string;
      at: Date;
    };
    /** A person's agreements by version, with the text they saw. */
    agreements: {
      user_id: string;
      agreement: string;
      version: string;
      title: string;
      text: string;
      at: Timestamp;
      revoked_at: Timestamp | null;
    };
    /** An answer, with the question as it was then. */
    answers: {
      user_id: string;
      question: string;
      type: QuestionType;
      label: string;
      position: number;
      value: ColumnType<AnswerValue, string, string>;
      sensitive: boolean;
      visible_to: ('reviewers' | 'volunteers')[];
      /** The file of an answer, until it is deleted by age. */
      file_id: ColumnType<string | null, unknown, never>;
    };
    /** Guardians, who agree or refuse for people too young to take part without them. */
    guardians: {
      user_id: string;
      email: string;
      /** The link's token is derived from it and the secret. */
      link_id: string;
      token_hash: Buffer;
      expires_at: Timestamp;
      sent_at: Timestamp;
      confirmed_at: Timestamp | null;
      declined_at: Timestamp | null;
    };
  }
}

const isCopy = 'A copy of what the export has, for searches.';
const isDecision = 'People are told with the decision.';
const longest = limits.text;

// The export must not reveal that an approval is held.
const shownName = sql`case when status = 'approved' then approved_name end as approved_name,
  case when status = 'approved' then renamed_at end as renamed_at`;

export const applyData = {
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
  held_decisions: { ...byStaff('decided_by'), exported: isDecision },
  undoable_decisions: { exported: isDecision },
  places: {
    exportedRow: {
      place: ({ application }) =>
        sql`select held_until, lapsed_at from places where application_id = ${application}`,
    },
  },
  waitlist: {
    ...byStaff('decided_by'),
    exportedRow: {
      onWaitlistSince: ({ application }) =>
        sql`select since as value from waitlist where application_id = ${application}`,
    },
  },
  reviews: {
    ...byStaff('user_id'),
    staffTexts: { note: longest.note },
    exported: {
      writtenReviews: ({ id }) =>
        sql`select application_id, rating, note, updated_at from reviews where user_id = ${id}`,
      // Not before the decision, which a rating could give away.
      receivedReviews: ({ decided }) =>
        sql`select rating, note, updated_at from reviews where application_id = ${decided}`,
    },
  },
  application_notes: {
    ...byStaff('user_id'),
    staffTexts: { text: longest.note },
    exported: {
      writtenNotes: ({ id }) =>
        sql`select application_id, text, at from application_notes where user_id = ${id}`,
      receivedNotes: ({ decided }) =>
        sql`select text, at from application_notes where application_id = ${decided}`,
    },
  },
  note_mentions: ofUser({ exported: isShortLived }),
  review_claims: ofUser({ exported: isShortLived }),
  application_counts: ofNobody,
  application_words: { exported: isCopy },
  profiles: {
    exportedRow: {
      readFromResume: ({ application }) =>
        sql`select resume_text as text, links from profiles where application_id = ${application}`,
    },
  },
  profile_vectors: { exported: isCopy },
  search_questions: ofUser({
    staffTexts: { text: longest.query },
    exported: { searches: ({ id }) => sql`select text, at from search_questions where user_id = ${id}` },
    expires: { after: 'emails', at: sql`at` },
  }),
  agreements: ofUser({
    exported: {
      agreements: ({ id }) => sql`select agreement, version, title, text, at, revoked_at
        from agreements where user_id = ${id} order by at`,
    },
  }),
  answers: ofUser({
    exported: {
      answers: ({ id }) =>
        sql`select question, label, value from answers where user_id = ${id} order by position`,
    },
  }),
  guardians: ofUser({
    exportedRow: {
      guardian: ({ id }) =>
        sql`select email, sent_at, confirmed_at, declined_at from guardians where user_id = ${id}`,
    },
  }),
} satisfies PersonalDataByTable;
