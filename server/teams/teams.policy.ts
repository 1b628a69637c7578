/** The one who calls, as far as teams are concerned. */
export interface TeamActor {
  id: string;
  role: 'hacker' | 'volunteer' | 'admin';
  teamId: string | null;
}

type TeamOf = { id: string; creatorId: string };

/** Members and organisers read a team. */
export function canReadTeam(person: TeamActor, team: TeamOf): boolean {
  return person.role === 'admin' || person.teamId === team.id;
}

/** Members leave. */
export function canLeaveTeam(person: TeamActor, team: TeamOf): boolean {
  return person.role === 'hacker' && person.teamId === team.id;
}

/** The leader sees the invite code, removes members and decides on requests. */
export function canLeadTeam(person: TeamActor, team: TeamOf): boolean {
  return person.role === 'hacker' && team.creatorId === person.id;
}

/** The one who has sent a request takes it back. */
export function canCancelRequest(person: TeamActor, request: { requesterId: string }): boolean {
  return request.requesterId === person.id;
}

/** A request is known to the one who sent it and to the team that received it; to others it does not exist. */
export function canSeeRequest(person: TeamActor, request: { requesterId: string; teamId: string }): boolean {
  return request.requesterId === person.id || request.teamId === person.teamId;
}
