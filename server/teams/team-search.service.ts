import { problems } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { FoundTeam } from '../../contract/teams.ts';
import { cleanLine } from '../../contract/text-rules.ts';
import { fill } from '../../contract/texts.ts';
import type { Services } from '../services.ts';
import { selectRequestedTeamIds } from './join-requests.queries.ts';
import { type Refusal, seatRefusal } from './seats.ts';
import { selectTeamsByName } from './team-search.queries.ts';
import type { TeamActor } from './teams.policy.ts';
import { findTrackOfUser } from './teams.queries.ts';

type Why = Refusal<'already_in_team' | 'request_pending' | 'too_many_pending' | 'team_full' | 'team_limited'>;

/**
 * The teams whose name contains the text, each with the reason why this person cannot ask to join it, judged by the same
 * rules as the asking; `track` stands for the track of somebody who is about to apply. A blank text finds nothing.
 */
export async function searchTeams(
  { db, event }: Pick<Services, 'db' | 'event'>,
  person: TeamActor,
  { query, track }: { query: string; track?: string | undefined },
): Promise<FoundTeam[]> {
  const text = cleanLine(query);
  if (!text) return [];
  const found = await selectTeamsByName(db, text, limits.team.maxFound);
  const asked = await selectRequestedTeamIds(db, person.id);
  const own = track ?? (await findTrackOfUser(db, person.id));
  const why = (team: (typeof found)[number]): Why | undefined => {
    if (person.teamId) return { code: 'already_in_team' };
    if (asked.includes(team.id)) return { code: 'request_pending' };
    if (asked.length >= limits.team.maxPending) return { code: 'too_many_pending' };
    return seatRefusal(event, team.maxMembers, team.tracks, own);
  };
  return found.map((team) => {
    const refusal = why(team);
    return {
      _id: team.id,
      name: team.name,
      maxMembers: team.maxMembers,
      memberCount: team.tracks.length,
      leader: { name: team.leaderName },
      can: { ask: person.role === 'hacker' && !refusal },
      refusal: refusal ? fill(problems[refusal.code].message, refusal.values ?? {}) : null,
    };
  });
}
