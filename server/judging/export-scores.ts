import type * as contract from '../../contract/judging/judging.ts';
import { adjustedInterval, listMarks } from '../../contract/judging/ranking.ts';
import { type CsvCell, escapeFormula, formatCsv } from '../../contract/platform/csv.ts';
import type { Call } from '../platform/http/call.ts';
import { Download } from '../platform/http/download.ts';
import type { Services } from '../platform/services.ts';
import { getTeamResults, type TeamResult } from './team-results.service.ts';

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

function row(team: TeamResult): CsvCell[] {
  const isPaper = new Map(listMarks(team).map(({ judge, paper }) => [judge, paper]));
  const judges = Object.entries(team.judge_breakdown).map(
    ([judge, total]) => `${escapeFormula(judge)}: ${total.toFixed(2)}${isPaper.get(judge) ? ' (paper)' : ''}`,
  );
  return [
    // Each name is already guarded.
    { plain: team.team_names.map(escapeFormula).join('; ') },
    team.team_number,
    team.track,
    team.average2,
    team.judge_count,
    { plain: judges.join('; ') },
  ];
}

function adjustedRow({ adjusted }: TeamResult): CsvCell[] {
  return [
    { plain: adjusted.score.toFixed(2) },
    (adjustedInterval * adjusted.se).toFixed(2),
    adjusted.rank,
    adjusted.bestRank,
    adjusted.worstRank,
    adjusted.tiedWithLeader ? 'yes' : 'no',
    `${Math.round(adjusted.chanceTop3 * 100)}%`,
    adjusted.component + 1,
  ];
}

/** Returns the results as CSV: averages to two decimals, names guarded against formulas. */
export async function exportScoresCsv(
  services: Services,
  { query }: Pick<Call<typeof contract.exportScoresCsv>, 'query'>,
): Promise<Download<string>> {
  const adjusted = query.adjusted === '1';
  const teams = await getTeamResults(services);
  const csv = formatCsv([
    adjusted ? [...columns, ...adjustedColumns] : columns,
    ...teams.map((team) => (adjusted ? [...row(team), ...adjustedRow(team)] : row(team))),
  ]);
  return new Download('team-scores.csv', csv);
}

/** Returns the results as JSON, with the fields of the team aggregate. */
export async function exportScoresJson(
  services: Services,
  { query }: Pick<Call<typeof contract.exportScoresJson>, 'query'>,
): Promise<Download<string>> {
  const adjusted = query.adjusted === '1';
  const teams = await getTeamResults(services);
  const plain = teams.map(({ tracks: _tracks, average2: _average2, adjusted: view, ...team }) =>
    adjusted ? { ...team, adjusted: view } : team,
  );
  return new Download('team-scores.json', JSON.stringify(plain, null, 2));
}
