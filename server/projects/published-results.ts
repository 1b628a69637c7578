/** Who has won a place: the people at a table, or a project that judges of a prize scored. Names are read when they are shown. */
export type Winner = { place: number; tied: boolean } & (
  | { number: number; project?: undefined }
  | { number?: undefined; project: string }
);

export interface PublishedResults {
  /** When they were published, in ISO 8601. */
  at: string;
  groups: { key: string; label: string; winners: Winner[] }[];
  /** What the rankings of these groups go without; why is in the audit. */
  excluded?: { group: string; id: string }[];
}
