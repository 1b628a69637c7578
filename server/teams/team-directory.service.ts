import { limits } from '../../contract/limits.ts';
import { getInitials } from '../../contract/platform/initials.ts';
import { cleanLine } from '../../contract/platform/text-rules.ts';
import type * as contract from '../../contract/teams/team-directory.ts';
import type * as teams from '../../contract/teams/teams.ts';
import { transact } from '../platform/db/transact.ts';
import type { Call } from '../platform/http/call.ts';
import { fail, failIf } from '../platform/http/problem.ts';
import { notifySubscribers } from '../platform/live/notify.ts';
import type { Services } from '../platform/services.ts';
import { selectOpenTeams, selectTeamsByName } from './team-search.queries.ts';
import { lockTeam } from './teams.locks.ts';
import { leadRefusal } from './teams.policy.ts';
import { updateDescription } from './teams.queries.ts';
import { loadAsker, toTeamSearchResult } from './teams.views.ts';

/** Throws `team_directory_off` when the event has no directory of teams. */
export function requireTeamDirectory({ event }: Pick<Services, 'event'>): void {
  if (!event.teamDirectory) fail('team_directory_off');
}

/**
 * Returns teams with free seats, those that this person can ask to join first; `track` stands for the track of somebody
 * who is about to apply. Throws `team_directory_off`.
 */
export async function listOpenTeams(
  services: Pick<Services, 'db' | 'event'>,
  { actor, query: { track } }: Call<typeof teams.listOpenTeams>,
): Promise<teams.OpenTeam[]> {
  const { db, event } = services;
  requireTeamDirectory(services);
  const asker = await loadAsker(db, actor, track);
  return (await selectOpenTeams(db, limits.team.maxOpen))
    .map((team) => ({
      ...toTeamSearchResult(event, actor, asker, team),
      idea: team.idea,
      need: team.need,
      initials: team.memberNames.map(getInitials),
    }))
    .sort((a, b) => Number(b.can.ask) - Number(a.can.ask))
    .slice(0, limits.team.maxFound);
}

/** Changes the description of the team that this person leads. Throws `team_directory_off`, `not_found` and `forbidden`. */
export async function updateTeamDescription(
  services: Services,
  { actor, params: { id: teamId }, body }: Call<typeof contract.updateTeamDescription>,
): Promise<void> {
  requireTeamDirectory(services);
  await transact(services.db, async (trx) => {
    const team = (await lockTeam(trx, teamId)) ?? fail('not_found');
    failIf(leadRefusal(actor, team));
    await updateDescription(trx, teamId, body);
    await notifySubscribers(trx, `team:${teamId}`);
  });
}

/**
 * Finds teams whose name or leader's name contains the text, each with the reason why this person cannot ask to join it; `track` stands
 * for the track of somebody who is about to apply. Those that can be asked come first. A blank text finds nothing.
 */
export async function searchTeams(
  { db, event }: Pick<Services, 'db' | 'event'>,
  { actor, query: { query, track } }: Call<typeof teams.searchTeams>,
): Promise<teams.TeamSearchResult[]> {
  const text = cleanLine(query);
  if (!text) return [];
  const found = await selectTeamsByName(db, text, limits.team.maxFound);
  const asker = await loadAsker(db, actor, track);
  const results = found.map((team) => toTeamSearchResult(event, actor, asker, team));
  return results.sort((a, b) => Number(b.can.ask) - Number(a.can.ask));
}
