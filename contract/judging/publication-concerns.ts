import { limits } from '../limits.ts';
import { rerank } from './ranking.ts';
import type { Concern, ConcernKind, Exclusion, RankedEntry, RankedGroup } from './results.ts';

// Facts about a table, whatever it is ranked for: confirmed once.
const aboutTable: readonly ConcernKind[] = ['few-scores', 'no-project'];

/** Returns what a concern says, to be read after a name. */
export function describeConcern({ kind, scores }: Pick<Concern, 'kind' | 'scores'>): string {
  const wanted = limits.judging.scoresPerTeam;
  return {
    'few-scores': scores === 0 ? 'has not been scored' : `has ${scores} of ${wanted} scores`,
    'one-judge': 'was decided by one judge',
    'no-project': 'has submitted no project',
    'other-track': 'is in another track',
    'not-entered': 'has not entered for this',
  }[kind];
}

type Concerned = Pick<RankedGroup, 'key' | 'ranking'>;
type Excluded = Pick<Exclusion, 'group' | 'id'>;

/** Returns a group's ranking without what is excluded from it: whoever comes after moves up. */
export function rankWithout<T extends Pick<RankedEntry, 'id' | 'place' | 'tied'>>(
  { key, ranking }: { key: string; ranking: readonly T[] },
  excluded: readonly Excluded[],
): T[] {
  const isIn = ({ id }: T) => !excluded.some((each) => each.group === key && each.id === id);
  return rerank(ranking.filter(isIn));
}

/**
 * Returns what publishing these places needs a yes for, each with a key to confirm it by: whatever there is about a winner,
 * and every table that has too few scores, which might have won.
 */
export function listConcerns(
  groups: readonly (Concerned & Pick<RankedGroup, 'unscored'>)[],
  places: Readonly<Record<string, number>>,
  excluded: readonly Excluded[],
): Concern[] {
  const concerns = groups
    .filter(({ key }) => (places[key] ?? 0) > 0)
    .flatMap((group) => [
      ...rankWithout(group, excluded).flatMap((entry) => {
        const isWinner = entry.place <= places[group.key]!;
        const kinds = entry.concerns.filter(
          (kind) => isWinner || (kind === 'few-scores' && /^(track|only):/.test(group.key)),
        );
        return kinds.map((kind) => ({ group: group.key, kind, entry }));
      }),
      ...group.unscored
        .filter(({ id }) => !excluded.some((each) => each.group === group.key && each.id === id))
        .map((entry) => ({ group: group.key, kind: 'few-scores' as const, entry })),
    ])
    .map(({ group, kind, entry }) => {
      const { id, name, team, scores } = entry;
      const key = [kind, id, ...(aboutTable.includes(kind) ? [] : [group])].join(' ');
      return { key, group, kind, id, name, team, scores };
    });
  return [...Map.groupBy(concerns, ({ key }) => key).values()].map(([first]) => first!);
}
