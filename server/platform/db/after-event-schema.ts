import type { ColumnType, Generated } from 'kysely';
import type { ResumeFilters } from '../../../contract/after/resume-book.ts';
import type { Defaulted, Timestamp } from './columns.ts';

export interface AfterEventTables {
  /** What somebody answered to the questions of the event; nothing says who, or when. */
  feedback_answers: {
    id: Generated<string>;
    answers: ColumnType<Record<string, number | string>, string, never>;
  };
  /** Who has answered: a keyed hash of each person's id. Rewritten in its own order with every answer. */
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
