import type { ColumnType, Generated } from 'kysely';
import type { ResumeFilters } from '../../contract/after/resume-book.ts';
import { limits } from '../../contract/limits.ts';
import type { Defaulted, Timestamp } from '../platform/db/columns.ts';
import { byStaff, ofNobody, type PersonalDataByTable } from '../platform/db/personal-data.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** What somebody answered to the questions of the event; nothing says who, or when. */
    feedback_answers: {
      id: Generated<string>;
      answers: ColumnType<Record<string, number | string>, string, never>;
    };
    /** A keyed hash of the id of each person who has answered. Rewritten in its own order with every answer. */
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
    /** Counts that stay when data is deleted by age: how many had which value. */
    retained_counts: {
      what: string;
      value: string;
      count: number;
    };
  }
}

const longest = limits.text;

export const afterData = {
  feedback_answers: ofNobody,
  feedback_given: ofNobody,
  resume_links: { ...byStaff('created_by'), staffTexts: { name: longest.name, filters: ['q'] } },
  retained_counts: ofNobody,
} satisfies PersonalDataByTable;
