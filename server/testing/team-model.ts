/** What the tests hold to be true of teams, written without reading the program. */
export interface TeamModelState {
  teams: Record<string, { max: number; leader: string; members: string[]; codes: number }>;
  requests: Record<string, { team: string; by: string; status: string }>;
  people: Record<string, { track: string; preference: string | null }>;
}

/** One call by one person; `made` is the id of what the call created. */
export type TeamOperation = { who: string; made?: string } & (
  | { kind: 'create'; max: number }
  | { kind: 'join'; team: string; codes: number }
  | { kind: 'guess' }
  | { kind: 'leave' | 'read' | 'ask'; team: string }
  | { kind: 'remove'; team: string; member: string }
  | { kind: 'decide'; request: string; action: 'approve' | 'reject' }
  | { kind: 'cancel'; request: string }
  | { kind: 'track'; track: string }
  | { kind: 'prefer'; preference: string }
);

/** 403 and 404 are one answer, `denied`: which of the two depends on what the caller was a moment before. */
export type OperationAnswer = 'done' | 'denied' | 'conflict' | 'wrong';

const clozyt = 'Clozyt Track';

function teamOf(world: TeamModelState, who: string): string | undefined {
  return Object.keys(world.teams).find((id) => world.teams[id]!.members.includes(who));
}

function hasSeat(world: TeamModelState, id: string, who: string): boolean {
  const { members, max } = world.teams[id]!;
  const pair = [...members, who].some((person) => world.people[person]!.track === clozyt);
  return members.length < (pair ? Math.min(2, max) : max);
}

function addMember(world: TeamModelState, id: string, who: string): void {
  world.teams[id]!.members.push(who);
  world.people[who]!.preference = 'hasTeam';
  for (const request of Object.values(world.requests))
    if (request.by === who && ['pending', 'rejected'].includes(request.status)) request.status = 'closed';
}

function removeMember(world: TeamModelState, id: string, who: string): void {
  const team = world.teams[id]!;
  team.members = team.members.filter((member) => member !== who);
  world.people[who]!.preference = 'lookingForTeam';
  if (team.leader === who) team.leader = team.members[0] ?? '';
  if (team.members.length > 0) return;
  delete world.teams[id];
  for (const [request, { team: asked }] of Object.entries(world.requests))
    if (asked === id) delete world.requests[request];
}

/** Applies an operation to the state, in place, and returns what the program has to answer. */
export function runOperation(world: TeamModelState, operation: TeamOperation): OperationAnswer {
  const { who } = operation;
  const own = teamOf(world, who);
  const team = 'team' in operation ? world.teams[operation.team] : undefined;
  const request = 'request' in operation ? world.requests[operation.request] : undefined;
  switch (operation.kind) {
    case 'create':
      if (own || (world.people[who]!.track === clozyt && operation.max > 2)) return 'conflict';
      world.teams[operation.made ?? ''] = { max: operation.max, leader: who, members: [], codes: 0 };
      addMember(world, operation.made ?? '', who);
      return 'done';
    case 'join':
      if (own) return 'conflict';
      if (team?.codes !== operation.codes) return 'denied';
      if (!hasSeat(world, operation.team, who)) return 'conflict';
      addMember(world, operation.team, who);
      return 'done';
    case 'guess':
      return own ? 'conflict' : 'denied';
    case 'read':
      return team && own === operation.team ? 'done' : 'denied';
    case 'leave':
      if (!team || own !== operation.team) return 'denied';
      removeMember(world, operation.team, who);
      return 'done';
    case 'remove':
      if (team?.leader !== who) return 'denied';
      if (operation.member === who) return 'wrong';
      if (!team.members.includes(operation.member)) return 'denied';
      team.codes += 1;
      removeMember(world, operation.team, operation.member);
      return 'done';
    case 'ask': {
      if (!team) return 'denied';
      const open = Object.values(world.requests).filter(
        ({ by, status }) => by === who && status === 'pending',
      );
      if (own || open.length >= 10 || open.some(({ team: asked }) => asked === operation.team))
        return 'conflict';
      if (!hasSeat(world, operation.team, who)) return 'conflict';
      world.requests[operation.made ?? ''] = { team: operation.team, by: who, status: 'pending' };
      return 'done';
    }
    case 'decide':
      if (!request || world.teams[request.team]?.leader !== who) return 'denied';
      if (request.status !== 'pending') return 'conflict';
      if (operation.action === 'approve' && !hasSeat(world, request.team, request.by)) return 'conflict';
      request.status = operation.action === 'approve' ? 'approved' : 'rejected';
      if (operation.action === 'approve') addMember(world, request.team, request.by);
      return 'done';
    case 'cancel':
      if (request?.by !== who) return 'denied';
      if (request.status !== 'pending') return 'conflict';
      request.status = 'cancelled';
      return 'done';
    case 'track':
      if (operation.track === clozyt && own && world.teams[own]!.members.length > 2) return 'conflict';
      world.people[who]!.track = operation.track;
      return 'done';
    case 'prefer':
      if (own) return 'conflict';
      world.people[who]!.preference = operation.preference;
      return 'done';
  }
}
