import { limits } from '../../contract/limits.ts';
import { cleanLine } from '../../contract/platform/text-rules.ts';
import type * as contract from '../../contract/teams/teams.ts';
import type { Call } from '../platform/http/call.ts';
import type { Services } from '../platform/services.ts';
import { selectTeamsByName } from './team-search.queries.ts';
import { loadAsker, toTeamSearchResult } from './teams.views.ts';

/**
 * Finds teams whose name contains the text, each with the reason why this person cannot ask to join it; `track` stands
 * for the track of somebody who is about to apply. Those that can be asked come first. A blank text finds nothing.
 */
export async function searchTeams(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor, query: { query, track } }: Call<typeof contract.searchTeams>,
): Promise<contract.TeamSearchResult[]> {
  const text = cleanLine(query);
  if (!text) return [];
  const found = await selectTeamsByName(db, text, limits.team.maxFound);
  const asker = await loadAsker(db, actor, track);
  const teams = found.map((team) => toTeamSearchResult(event, actor, asker, team));
  return teams.sort((a, b) => Number(b.can.ask) - Number(a.can.ask));
}
