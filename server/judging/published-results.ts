import type { StoredWinner } from './judging.tables.ts';

/** Who has won a place. Names are read when they are shown. */
export type Winner = StoredWinner;

export interface PublishedResults {
  /** When they were published, in ISO 8601. */
  at: string;
  groups: { key: string; label: string; winners: Winner[] }[];
}
