/** What the tests hold to be true of teams, written without a look at the program: a state, and what a call does to it. */
export interface TeamModelState {
  teams: Record<string, { max: number; leader: string; members: string[]; codes: number }>;
  requests: Record<string, { team: string; by: string; status: string }>;
  people: Record<string, { track: string; preference: string | null }>;
}

/** One call by one person; `made` is the id that the program gave to what the call made. */
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

/** 403 and 404 are one answer here: which of the two depends on what the caller was a moment before. */
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

function seat(world: TeamModelState, id: string, who: string): void {
  world.teams[id]!.members.push(who);
  world.people[who]!.preference = 'hasTeam';
  for (const request of Object.values(world.requests))
    if (request.by === who && request.status === 'pending') request.status = 'closed';
}

function unseat(world: TeamModelState, id: string, who: string): void {
  const team = world.teams[id]!;
  team.members = team.members.filter((member) => member !== who);
  world.people[who]!.preference = 'lookingForTeam';
  if (team.leader === who) team.leader = team.members[0] ?? '';
  if (team.members.length > 0) return;
  delete world.teams[id];
  for (const [request, { team: asked }] of Object.entries(world.requests))
    if (asked === id) delete world.requests[request];
}

/** Does a deed to the world, in place, and says what the program has to answer. */
export function runOperation(world: TeamModelState, deed: TeamOperation): OperationAnswer {
  const { who } = deed;
  const own = teamOf(world, who);
  const team = 'team' in deed ? world.teams[deed.team] : undefined;
  const request = 'request' in deed ? world.requests[deed.request] : undefined;
  switch (deed.kind) {
    case 'create':
      if (own || (world.people[who]!.track === clozyt && deed.max > 2)) return 'conflict';
      world.teams[deed.made ?? ''] = { max: deed.max, leader: who, members: [], codes: 0 };
      seat(world, deed.made ?? '', who);
      return 'done';
    case 'join':
      if (own) return 'conflict';
      if (team?.codes !== deed.codes) return 'denied';
      if (!hasSeat(world, deed.team, who)) return 'conflict';
      seat(world, deed.team, who);
      return 'done';
    case 'guess':
      return own ? 'conflict' : 'denied';
    case 'read':
      return team && own === deed.team ? 'done' : 'denied';
    case 'leave':
      if (!team || own !== deed.team) return 'denied';
      unseat(world, deed.team, who);
      return 'done';
    case 'remove':
      if (team?.leader !== who) return 'denied';
      if (deed.member === who) return 'wrong';
      if (!team.members.includes(deed.member)) return 'denied';
      team.codes += 1;
      unseat(world, deed.team, deed.member);
      return 'done';
    case 'ask': {
      if (!team) return 'denied';
      const open = Object.values(world.requests).filter(
        ({ by, status }) => by === who && status === 'pending',
      );
      if (own || open.length >= 10 || open.some(({ team: asked }) => asked === deed.team)) return 'conflict';
      if (!hasSeat(world, deed.team, who)) return 'conflict';
      world.requests[deed.made ?? ''] = { team: deed.team, by: who, status: 'pending' };
      return 'done';
    }
    case 'decide':
      if (!request || world.teams[request.team]?.leader !== who) return 'denied';
      if (request.status !== 'pending') return 'conflict';
      if (deed.action === 'approve' && !hasSeat(world, request.team, request.by)) return 'conflict';
      request.status = deed.action === 'approve' ? 'approved' : 'rejected';
      if (deed.action === 'approve') seat(world, request.team, request.by);
      return 'done';
    case 'cancel':
      if (request?.by !== who) return 'denied';
      if (request.status !== 'pending') return 'conflict';
      request.status = 'cancelled';
      return 'done';
    case 'track':
      if (deed.track === clozyt && own && world.teams[own]!.members.length > 2) return 'conflict';
      world.people[who]!.track = deed.track;
      return 'done';
    case 'prefer':
      if (own) return 'conflict';
      world.people[who]!.preference = deed.preference;
      return 'done';
  }
}

/**
 * The world after these deeds in some order, when there is an order in which each gets the answer it got and which ends
 * as `matches` wants it; undefined when there is none.
 */
export function explainAnswer(
  world: TeamModelState,
  done: { deed: TeamOperation; answer: OperationAnswer }[],
  matches: (after: TeamModelState) => boolean,
): TeamModelState | undefined {
  const seen = new Set<string>();
  const search = (state: TeamModelState, left: typeof done): TeamModelState | undefined => {
    if (left.length === 0) return matches(state) ? state : undefined;
    const key = JSON.stringify([left.map(({ deed }) => done.findIndex((one) => one.deed === deed)), state]);
    if (seen.has(key)) return undefined;
    seen.add(key);
    for (const next of left) {
      const after = structuredClone(state);
      if (runOperation(after, next.deed) !== next.answer) continue;
      const found = search(
        after,
        left.filter((one) => one !== next),
      );
      if (found) return found;
    }
    return undefined;
  };
  return search(world, done);
}
