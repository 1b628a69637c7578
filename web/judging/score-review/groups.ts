import type { TeamAggregate } from '../../../contract/judging/judging.ts';

/** Judges who have scored teams in common, directly or through other judges, and those teams. */
interface JudgeGroup {
  component: number;
  judges: Set<string>;
  teams: TeamAggregate[];
}

/** Returns the groups of a track's judges, by their number. */
export function groupByComponent(teams: readonly TeamAggregate[]): JudgeGroup[] {
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
export function suggestLinkingTable(
  teams: readonly TeamAggregate[],
): { judge: string; table: number } | undefined {
  const [large, other] = groupByComponent(teams).sort((a, b) => b.judges.size - a.judges.size);
  const [judge] = [...(large?.judges ?? [])].sort();
  const table = other?.teams.toSorted(
    (a, b) => a.judge_count - b.judge_count || a.team_number - b.team_number,
  )[0];
  return judge !== undefined && table ? { judge, table: table.team_number } : undefined;
}
