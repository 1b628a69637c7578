import type { EventView } from '../../../contract/event/site.ts';
import type { JudgingTrack, TeamAggregate } from '../../../contract/judging/judging.ts';
import { getRubricTitle, listTrackRubrics } from '../../../contract/judging/judging-tracks.ts';
import { describeTeam } from '../../../contract/judging/ranking.ts';
import { texts } from '../../../contract/texts.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { Adjusted, RankingTable, TiedWithLeader } from './ranking-table.tsx';

/** Judges who have scored teams in common, directly or through other judges, and those teams. */
interface JudgeGroup {
  component: number;
  judges: Set<string>;
  teams: TeamAggregate[];
}

/** Returns the groups of a track's judges, by their number. */
function groupByComponent(teams: readonly TeamAggregate[]): JudgeGroup[] {
  const groups = new Map<number, JudgeGroup>();
  for (const team of teams) {
    const { component } = team.adjusted;
    const group = groups.get(component) ?? { component, judges: new Set(), teams: [] };
    for (const { judge_name, track } of team.all_scores)
      if (track === team.track) group.judges.add(judge_name);
    group.teams.push(team);
    groups.set(component, group);
  }
  return [...groups.values()].sort((a, b) => a.component - b.component);
}

/** Returns a visit that joins two groups: a judge of the largest group and a table of the next one with few judges. */
function suggestLinkingTable(teams: readonly TeamAggregate[]): { judge: string; table: number } | undefined {
  const [large, other] = groupByComponent(teams).sort((a, b) => b.judges.size - a.judges.size);
  const [judge] = [...(large?.judges ?? [])].sort();
  const table = other?.teams.toSorted(
    (a, b) => a.judge_count - b.judge_count || a.team_number - b.team_number,
  )[0];
  return judge !== undefined && table ? { judge, table: table.team_number } : undefined;
}

const toGroupLetter = (group: number) => String.fromCharCode(65 + (group % 26));

interface AdjustedViewProps {
  teams: readonly TeamAggregate[];
  /** All teams: the groups of judges are computed from all teams of a track. */
  all: readonly TeamAggregate[];
  event: EventView;
}

/** The averages corrected for how strict each judge is, with their uncertainty, by track. */
export function AdjustedView({ teams, all, event }: AdjustedViewProps) {
  const tracks = listTrackRubrics(event).filter((track) => teams.some((team) => team.track === track));
  if (tracks.length === 0) return <EmptyState text={texts.judging.noTeams} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-[66ch] text-muted">
        We compare each judge only with other judges who scored the same teams. If a judge is on average 4
        points higher, we take most of that off all their scores (less when there is little evidence), then
        average. A score far out of line with the others counts less. With no overlap nothing is changed. The
        ranking by average is the official one; this one shows which places are close.
      </p>
      {tracks.map((track) => (
        <Track
          key={track}
          track={track}
          teams={teams.filter((team) => team.track === track)}
          all={all.filter((team) => team.track === track)}
          event={event}
        />
      ))}
    </div>
  );
}

function Track({ track, teams, all, event }: AdjustedViewProps & { track: JudgingTrack }) {
  const groups = groupByComponent(all);
  const suggestion = suggestLinkingTable(all);
  const rows = teams.toSorted((a, b) => a.adjusted.rank - b.adjusted.rank);
  const tied = all.filter((team) => team.adjusted.tiedWithLeader).length;
  const heads = [
    { label: 'Rank' },
    { label: 'Team' },
    { label: 'Adjusted' },
    { label: 'Average', className: 'max-sm:hidden' },
    { label: 'Top 3' },
    ...(groups.length > 1 ? [{ label: 'Group' }] : []),
  ];
  return (
    <Card title={getRubricTitle(event, track)} contentClass="grid grid-cols-1 gap-4">
      {groups.length > 1 && (
        <div role="status" className="rounded-md border-2 border-warning bg-pending-bg p-4 text-pending">
          <p className="font-semibold">
            Judges fall into {groups.length} groups with no team in common: order <strong>between</strong>{' '}
            groups assumes both groups are equally strict. Teams of different groups are not directly
            comparable.
          </p>
          {suggestion && (
            <p className="mt-1">
              To connect them, send {suggestion.judge} to table {suggestion.table}. One visit connects; four
              or more make it good.
            </p>
          )}
        </div>
      )}
      {tied > 1 && (
        <p className="text-sm text-muted">
          {tied} teams are tied with the leader: their scores are too close to call. Pick the finalists by
          their chance of the top 3.
        </p>
      )}
      <RankingTable
        label={`${getRubricTitle(event, track)}, adjusted`}
        caption={`${getRubricTitle(event, track)}, adjusted for judges`}
        heads={heads}
      >
        {rows.map((team) => {
          const { rank, bestRank, worstRank, score, se, chanceTop3, component } = team.adjusted;
          return (
            <tr key={team.team_number} className="border-t border-hairline align-top">
              <td className="px-1.5 py-3 sm:px-2 font-mono whitespace-nowrap">
                {rank}{' '}
                <span className="text-sm text-muted max-sm:block">
                  ({bestRank}-{worstRank})
                </span>
              </td>
              <td className="px-1.5 py-3 sm:px-2">
                <span className="font-semibold wrap-anywhere">{describeTeam(team)}</span>{' '}
                <span className="text-sm text-muted">#{team.team_number}</span>
                <TiedWithLeader adjusted={team.adjusted} />
              </td>
              <td className="px-1.5 py-3 sm:px-2 font-mono whitespace-nowrap">
                <Adjusted score={score} se={se} />
              </td>
              <td className="px-1.5 py-3 sm:px-2 font-mono text-muted max-sm:hidden">
                {team.avg_total_score.toFixed(1)}
              </td>
              <td className="px-1.5 py-3 sm:px-2 font-mono">{Math.round(chanceTop3 * 100)}%</td>
              {groups.length > 1 && (
                <td className="px-1.5 py-3 sm:px-2 font-mono">{toGroupLetter(component)}</td>
              )}
            </tr>
          );
        })}
      </RankingTable>
    </Card>
  );
}
