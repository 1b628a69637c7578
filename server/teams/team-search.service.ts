import { problems } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { FoundTeam } from '../../contract/teams.ts';
import { cleanLine } from '../../contract/text-rules.ts';
import { fill } from '../../contract/texts.ts';
import type { Services } from '../services.ts';
import { selectRequestedTeamIds } from './join-requests.queries.ts';
import { selectTeamsByName } from './team-search.queries.ts';
import type { TeamActor } from './teams.policy.ts';
import { findTrackOfUser } from './teams.queries.ts';
import { askRefusal } from './teams.rules.ts';

/**
 * Finds teams whose name contains the text, each with the reason why this person cannot ask to join it; `track` stands
 * for the track of somebody who is about to apply. A blank text finds nothing.
 */
export async function searchTeams(
  { db, event }: Pick<Services, 'db' | 'event'>,
  actor: TeamActor,
  { query, track }: { query: string; track?: string | undefined },
): Promise<FoundTeam[]> {
  const text = cleanLine(query);
  if (!text) return [];
  const found = await selectTeamsByName(db, text, limits.team.maxFound);
  const asker = {
    teamId: actor.teamId,
    askedTeamIds: await selectRequestedTeamIds(db, actor.id),
    track: track ?? (await findTrackOfUser(db, actor.id)),
  };
  return found.map((team) => {
    const refusal = askRefusal(event, asker, team);
    return {
      _id: team.id,
      name: team.name,
      maxMembers: team.maxMembers,
      memberCount: team.tracks.length,
      leader: { name: team.leaderName },
      can: { ask: actor.role === 'hacker' && !refusal },
      refusal: refusal ? fill(problems[refusal.code].message, refusal.values ?? {}) : null,
    };
  });
}
