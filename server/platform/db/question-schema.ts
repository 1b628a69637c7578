import type { ColumnType } from 'kysely';
import type { AnswerValue } from '../../../contract/apply/form-questions.ts';
import type { QuestionType } from '../../../contract/apply/question-types.ts';
import type { Timestamp } from './columns.ts';

/** The tables of what applicants are asked beyond the specification's form, by name. */
export interface QuestionTables {
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
  /** Who says yes for somebody who is too young to take part on their own. */
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
