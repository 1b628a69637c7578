import type { SearchType } from '../../../../contract/apply/search.ts';
import { limits } from '../../../../contract/limits.ts';

/** Why a search does not start at once: the other mode suits the query better, or it is expensive. */
export type SearchWarningKind = 'useRag' | 'useVector' | 'expensive';

/** Returns the warning for a mode and a number of tokens; none at the limits themselves. */
export function findSearchWarning(mode: SearchType, tokens: number): SearchWarningKind | undefined {
  const { vectorMax, ragMin, ragMax } = limits.search;
  if (mode === 'vector') return tokens > vectorMax ? 'useRag' : undefined;
  if (tokens > ragMax) return 'expensive';
  return tokens < ragMin ? 'useVector' : undefined;
}
