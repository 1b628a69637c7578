import { limits } from '../limits.ts';
import { isTrack, rankGroups } from './ranking.ts';
import type { Concern, Decision, RankedEntry, RankedGroup } from './results.ts';

/** Returns the text of a concern, to follow a name. */
export function describeConcern({ kind, scores }: Pick<Concern, 'kind' | 'scores'>): string {
  const wanted = limits.judging.scoresPerTeam;
  return {
    'few-scores': scores === 0 ? 'has not been scored' : `has ${scores} of ${wanted} scores`,
    'one-judge': 'was decided by one judge',
    'no-project': 'has submitted no project',
    'other-track': 'is in another track',
    'other-project': 'is by somebody whose team has another project',
    'not-entered': 'has not entered for this',
  }[kind];
}

type Decided = Pick<Decision, 'places' | 'excluded' | 'order'>;

/** Returns a ranking as decided: without the excluded entries, and with those of `order` first. */
export function rankAsDecided<T extends Pick<RankedEntry, 'id' | 'place' | 'tied'>>(
  ranking: readonly T[],
  { excluded, order }: Omit<Decided, 'places'>,
): T[] {
  const left = ranking.filter(({ id }) => !excluded.some((each) => each.id === id));
  const byId = new Map(left.map((entry) => [entry.id, entry]));
  const moved = new Set(order?.flat());
  const others = Map.groupBy(
    left.filter(({ id }) => !moved.has(id)),
    ({ place }) => place,
  );
  const decided = order?.map((ids) => ids.flatMap((id) => byId.get(id) ?? [])) ?? [];
  return rankGroups([...decided, ...others.values()]);
}

/**
 * Returns what a decision has to confirm, each with a key: every concern about a winner, and every table of a track with
 * too few scores, since it might have won.
 */
export function listConcerns(
  { key: group, ranking, unscored }: Pick<RankedGroup, 'key' | 'ranking' | 'unscored'>,
  { places, excluded, order }: Decided,
): Concern[] {
  if (places === 0) return [];
  const ofRanking = rankAsDecided(ranking, { excluded, order }).flatMap((entry) =>
    entry.concerns
      .filter((kind) => entry.place <= places || (kind === 'few-scores' && isTrack(group)))
      .map((kind) => {
        const byOne = kind === 'few-scores' && isTrack(group) && entry.scores === 1 && entry.place <= places;
        return { kind: byOne ? ('one-judge' as const) : kind, entry };
      }),
  );
  const ofOthers = unscored
    .filter(({ id }) => !excluded.some((each) => each.id === id))
    .map((entry) => ({ kind: 'few-scores' as const, entry }));
  return [...ofRanking, ...ofOthers].map(({ kind, entry: { id, name, team, people, table, scores } }) => ({
    key: `${kind} ${id}`,
    kind,
    id,
    name,
    team,
    people,
    table,
    scores,
  }));
}
