/** A judge's total for a team, in points from 0 to 100. Records come in the order in which they were made. */
export interface ScoreRecord {
  judge: string;
  team: number;
  total: number;
}

/** A record of a file, with the moment at which it was made where the file says so. */
export type TimedRecord = ScoreRecord & { at?: string | number; created_at?: string | number };

/** Brings records into the order in which they were made; those without a time, or of the same one, stay in theirs. */
export function sortRecords(records: readonly TimedRecord[]): TimedRecord[] {
  return records.toSorted((a, b) => time(a) - time(b));
}

function time({ at, created_at }: TimedRecord): number {
  const moment = at ?? created_at;
  return typeof moment === 'string' ? Date.parse(moment) : (moment ?? 0);
}

/** One judge's last total for one team, by positions in `Panel.judges` and `Panel.teams`. */
export interface PanelEntry {
  judge: number;
  team: number;
  total: number;
}

/** The records of one track as the estimator sees them: teams by number, judges by name, the last record per pair. */
export interface Panel {
  judges: string[];
  teams: number[];
  /** The entries of each team, by judge. */
  byTeam: PanelEntry[][];
  size: number;
}

/** Sorts out records; of several by one judge for one team the last wins. */
export function createPanel(records: readonly ScoreRecord[]): Panel {
  const last = new Map<string, ScoreRecord>();
  for (const record of records) last.set(`${record.team} ${record.judge}`, record);
  const kept = [...last.values()];
  const judges = [...new Set(kept.map((record) => record.judge))].sort(byCodeUnit);
  const teams = [...new Set(kept.map((record) => record.team))].sort((a, b) => a - b);
  const judgeAt = new Map(judges.map((judge, at) => [judge, at]));
  const teamAt = new Map(teams.map((team, at) => [team, at]));
  const byTeam: PanelEntry[][] = teams.map(() => []);
  for (const { judge, team, total } of kept) {
    const entry = { judge: judgeAt.get(judge)!, team: teamAt.get(team)!, total };
    byTeam[entry.team]!.push(entry);
  }
  for (const entries of byTeam) entries.sort((a, b) => a.judge - b.judge);
  return { judges, teams, byTeam, size: kept.length };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The group of each judge: judges who share a team, directly or through others, are in one; numbered by their first judge. */
export function findComponents({ judges, byTeam }: Panel): number[] {
  const parent = judges.map((_, judge) => judge);
  const root = (judge: number): number => (parent[judge] === judge ? judge : root(parent[judge]!));
  for (const [first, ...others] of byTeam)
    for (const other of others) {
      const [a, b] = [root(first!.judge), root(other.judge)].sort((x, y) => x - y);
      parent[b!] = a!;
    }
  const numbers = new Map<number, number>();
  return judges.map((_, judge) => {
    const group = root(judge);
    if (!numbers.has(group)) numbers.set(group, numbers.size);
    return numbers.get(group)!;
  });
}
