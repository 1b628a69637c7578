import { limits } from '../../../contract/limits.ts';
import type { SearchType } from '../../../contract/search.ts';

/** Why a search is not begun at once: the other mode suits the query better, or it is expensive. */
export type SearchWarningKind = 'useRag' | 'useVector' | 'expensive';

/** What stands against searching with a mode for a query of so many tokens; at the limits themselves nothing does. */
export function findSearchWarning(mode: SearchType, tokens: number): SearchWarningKind | undefined {
  const { vectorMax, ragMin, ragMax } = limits.search;
  if (mode === 'vector') return tokens > vectorMax ? 'useRag' : undefined;
  if (tokens > ragMax) return 'expensive';
  return tokens < ragMin ? 'useVector' : undefined;
}
