import type { ColumnType, Generated, Selectable } from 'kysely';
import type { AnswerValue } from '../../../contract/apply/form-questions.ts';
import type { QuestionType } from '../../../contract/apply/question-types.ts';
import type { Defaulted, Timestamp } from './columns.ts';

interface ApplicationsTable {
  id: Generated<string>;
  user_id: string;
  status: Defaulted<'pending' | 'approved' | 'rejected'>;
  track: string;
  major: string;
  t_shirt_size: 'S' | 'M' | 'L' | 'XL' | 'XXL';
  dietary_restrictions: string;
  why_join: string;
  resume_file_id: string | null;
  pitch_deck_file_id: string | null;
  attendance_confirmed: Defaulted<boolean>;
  attendance_declined: Defaulted<boolean>;
  reviewed_at: Timestamp | null;
  reviewed_by: string | null;
  created_at: Timestamp;
  /** The name at the last approval, and since when the person has another. */
  approved_name: string | null;
  renamed_at: Timestamp | null;
  /** When the documents were deleted by age. */
  documents_removed_at: Timestamp | null;
}

/** The columns of the fields that are stored as they were entered, by the names that calls and exports give them. */
export const fieldColumns = {
  track: 'track',
  major: 'major',
  tShirtSize: 't_shirt_size',
  dietaryRestrictions: 'dietary_restrictions',
  whyJoin: 'why_join',
} as const;
type Columns = typeof fieldColumns;

/** The values of these fields. */
export type StoredFields = { [Name in keyof Columns]: Selectable<ApplicationsTable>[Columns[Name]] };

export const storedFieldNames = Object.keys(fieldColumns) as (keyof Columns)[];

/** An application between its withdrawal and its restoration: in every other table it does not exist. */
interface WithdrawnApplicationsTable extends ApplicationsTable {
  withdrawn_at: Timestamp;
}

export interface ApplicationTables {
  applications: ApplicationsTable;
  withdrawn_applications: WithdrawnApplicationsTable;
  /** A decision that the applicant is not told yet: `applications` has the status before. */
  held_decisions: {
    application_id: string;
    status: 'approved' | 'rejected';
    decided_by: string | null;
    decided_at: Timestamp;
  };
  /** What undoing the last decision on an application restores; deleted when its email goes out. */
  undoable_decisions: {
    application_id: string;
    mail_id: string | null;
    until: Timestamp;
    previous: ColumnType<unknown, string, never>;
  };
  /** The offer of a place to an approved person; without a row the place is held without end. */
  places: {
    application_id: string;
    /** Null: without end. */
    held_until: Timestamp | null;
    /** When the reminder is due; null when there is none, or it was sent. */
    remind_at: Timestamp | null;
    /** Since when the place is no longer held. */
    lapsed_at: Timestamp | null;
    /** An organizer offered it although every place was taken. */
    beyond_capacity: Defaulted<boolean>;
  };
  /** People who wait for a place. Their application is pending, or approved if its place was given up. */
  waitlist: {
    application_id: string;
    since: Timestamp;
    /** In the order by hand; null behind those who have one. */
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
  /** What an organizer thinks of an application. */
  application_notes: {
    id: string;
    application_id: string;
    /** Null when the account is deleted. */
    user_id: string | null;
    text: string;
    at: Timestamp;
  };
  /** The notes that mention somebody who has not read them. */
  note_mentions: {
    note_id: string;
    user_id: string;
  };
  /** The reviewer of an application, for a time. */
  review_claims: {
    application_id: string;
    user_id: string;
  };
  /** Changes of how many there are, to be added up; maintained by triggers on `applications`. */
  application_counts: {
    status: 'pending' | 'approved' | 'rejected';
    count: number;
  };
  /** What searches for words read of each application; maintained by triggers on `applications` and `users`. */
  application_words: {
    application_id: string;
    /** Name and email address, without accents, as the major. */
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
  /** The embeddings of a profile's passages: packed vectors, one row for each profile. */
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
  /** The last questions of organizers to the search. */
  search_questions: {
    id: Defaulted<string>;
    text: string;
    user_id: string;
    at: Date;
  };
  /** What somebody agreed to, by version, with the text as it was then. */
  agreements: {
    user_id: string;
    agreement: string;
    version: string;
    title: string;
    text: string;
    at: Timestamp;
    revoked_at: Timestamp | null;
  };
  /** An answer, with the question as it was asked then. */
  answers: {
    user_id: string;
    question: string;
    type: QuestionType;
    label: string;
    position: number;
    value: ColumnType<AnswerValue, string, string>;
    sensitive: boolean;
    visible_to: ('reviewers' | 'volunteers')[];
  };
  /** Guardians, who say yes or no for people too young to take part on their own. */
  guardians: {
    user_id: string;
    email: string;
    /** From it and the secret follows the token of the link. */
    link_id: string;
    token_hash: Buffer;
    expires_at: Timestamp;
    sent_at: Timestamp;
    confirmed_at: Timestamp | null;
    declined_at: Timestamp | null;
  };
}
