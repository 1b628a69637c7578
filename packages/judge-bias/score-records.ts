/** A judge's total for a team, in points from 0 to 100. */
export interface ScoreRecord {
  judge: string;
  team: number;
  total: number;
}

/** A record of a file, with its time if the file has one. */
export type TimedRecord = ScoreRecord & { at?: string | number; created_at?: string | number };

/** Returns records by time; records without a time or with the same one keep their order. */
export function sortRecords(records: readonly TimedRecord[]): TimedRecord[] {
  return records.toSorted((a, b) => time(a) - time(b));
}

function time({ at, created_at }: TimedRecord): number {
  const moment = at ?? created_at;
  return typeof moment === 'string' ? Date.parse(moment) : (moment ?? 0);
}

/** One judge's last total for one team, by positions in `Panel.judges` and `Panel.teams`. */
interface PanelEntry {
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

/** Groups records into a panel; of several by one judge for one team the last wins. */
export function createPanel(records: readonly ScoreRecord[]): Panel {
  const last = new Map<string, ScoreRecord>();
  for (const record of records) last.set(`${record.team} ${record.judge}`, record);
  const latest = [...last.values()];
  const judges = [...new Set(latest.map((record) => record.judge))].sort(byCodeUnit);
  const teams = [...new Set(latest.map((record) => record.team))].sort((a, b) => a - b);
  const judgeAt = new Map(judges.map((judge, at) => [judge, at]));
  const teamAt = new Map(teams.map((team, at) => [team, at]));
  const byTeam: PanelEntry[][] = teams.map(() => []);
  for (const { judge, team, total } of latest) {
    const entry = { judge: judgeAt.get(judge)!, team: teamAt.get(team)!, total };
    byTeam[entry.team]!.push(entry);
  }
  for (const entries of byTeam) entries.sort((a, b) => a.judge - b.judge);
  return { judges, teams, byTeam, size: latest.length };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns each judge's group: judges who share a team, directly or through others, are connected. */
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
