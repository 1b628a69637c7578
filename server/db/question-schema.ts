import type { Timestamp } from './columns.ts';

/** What somebody agreed to, by version, with the text as it was then. */
interface AgreementsTable {
  user_id: string;
  agreement: string;
  version: string;
  title: string;
  text: string;
  at: Timestamp;
  revoked_at: Timestamp | null;
}

/** The tables of what applicants are asked beyond the specification's form, by name. */
export interface QuestionTables {
  agreements: AgreementsTable;
}
