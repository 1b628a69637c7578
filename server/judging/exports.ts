import type { Services } from '../services.ts';
import { getTeamResults, type TeamResult } from './results.service.ts';

// What a spreadsheet takes for the beginning of a formula, also in full width and after white space.
const formula = /^\s*[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/u;

function guarded(name: string): string {
  return formula.test(name) ? `'${name}` : name;
}

function cell(text: string | number): string {
  return `"${String(text).replaceAll('"', '""')}"`;
}

const columns = ['Team Names', 'Team Number', 'Track', 'Average Score', 'Judge Count', 'Judge Breakdown'];
const adjustedColumns = [
  'Adjusted Score',
  'Adjusted Interval',
  'Adjusted Rank',
  'Best Rank',
  'Worst Rank',
  'Tied With Leader',
  'Chance Of Top 3',
  'Group Of Judges',
];
// 80 % of the normal distribution lie within so many standard errors.
const interval = 1.2815515655446004;

function row(team: TeamResult): (string | number)[] {
  const judges = Object.entries(team.judge_breakdown).map(
    ([judge, total]) => `${guarded(judge)}: ${total.toFixed(2)}`,
  );
  return [
    team.team_names.map(guarded).join('; '),
    team.team_number,
    team.track,
    team.average2,
    team.judge_count,
    judges.join('; '),
  ];
}

function adjustedRow({ adjusted }: TeamResult): (string | number)[] {
  return [
    adjusted.score.toFixed(2),
    (interval * adjusted.se).toFixed(2),
    adjusted.rank,
    adjusted.bestRank,
    adjusted.worstRank,
    adjusted.tiedWithLeader ? 'yes' : 'no',
    `${Math.round(adjusted.chanceTop3 * 100)}%`,
    adjusted.component + 1,
  ];
}

/** The results as a table for spreadsheets: averages to two decimals, every name safe to open. */
export function formatResultsCsv(teams: readonly TeamResult[], { adjusted = false } = {}): string {
  const lines = [
    adjusted ? [...columns, ...adjustedColumns] : columns,
    ...teams.map((team) => (adjusted ? [...row(team), ...adjustedRow(team)] : row(team))),
  ];
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** The results as JSON in the words of the team aggregate. */
export function formatResultsJson(teams: readonly TeamResult[], { adjusted = false } = {}): string {
  const plain = teams.map(({ tracks: _tracks, average2: _average2, adjusted: view, ...team }) =>
    adjusted ? { ...team, adjusted: view } : team,
  );
  return JSON.stringify(plain, null, 2);
}

/** Returns the results as CSV. */
export async function exportScoresCsv(services: Services, options: { adjusted: boolean }): Promise<string> {
  return formatResultsCsv(await getTeamResults(services), options);
}

/** Returns the results as JSON. */
export async function exportScoresJson(services: Services, options: { adjusted: boolean }): Promise<string> {
  return formatResultsJson(await getTeamResults(services), options);
}
