import { hasAccess, type Role } from '../../contract/platform/roles.ts';

/** The caller, as far as teams are concerned. */
export interface TeamActor {
  id: string;
  name: string;
  role: Role;
  teamId: string | null;
  /** The organizer who looks at this person's dashboard: codes and messages stay hidden. */
  viewedBy?: string;
}

type Team = { id: string; leaderId: string };

/** A team is visible to its members, to organizers and to reviewers of applications. */
export function canReadTeam(actor: TeamActor, team: Team): boolean {
  return hasAccess(actor.role, 'application-reviewer') || actor.teamId === team.id;
}

export function leaveRefusal(actor: TeamActor, team: Team): 'forbidden' | 'not_in_team' | undefined {
  if (actor.role !== 'hacker') return 'forbidden';
  return actor.teamId === team.id ? undefined : 'not_in_team';
}

/** Returns why somebody may not act as the leader (see the invite code, decide on join requests, remove members); undefined for the leader. */
export function leadRefusal(actor: TeamActor, team: Team): 'forbidden' | undefined {
  return actor.role === 'hacker' && team.leaderId === actor.id ? undefined : 'forbidden';
}

/**
 * Only the leader removes members, never themself, and nobody once the team's results are published. Returns why somebody
 * cannot; undefined when they can.
 */
export function removeMemberRefusal(
  actor: TeamActor,
  { isDecided, ...team }: Team & { isDecided?: boolean },
  memberId?: string,
) {
  const refusal = leadRefusal(actor, team);
  if (refusal) return refusal;
  if (memberId === actor.id) return 'cannot_remove_self';
  return isDecided ? 'team_decided' : undefined;
}

export function canCancelRequest(actor: TeamActor, request: { requesterId: string }): boolean {
  return request.requesterId === actor.id;
}

/** The sender and the members of the team see a request; for anybody else it does not exist. */
export function canSeeRequest(actor: TeamActor, request: { requesterId: string; teamId: string }): boolean {
  return request.requesterId === actor.id || request.teamId === actor.teamId;
}
