import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { signUp, type TestActor } from '../testing/actors.ts';
import type { TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { explainAnswers } from '../testing/linearize.ts';
import { createModelApp, explainRandomCalls } from '../testing/model-runs.ts';
import {
  type OperationAnswer,
  runOperation,
  type TeamModelState,
  type TeamOperation,
} from '../testing/team-model.ts';
import { expectInvariants } from '../testing/teams.ts';

const actors = 30;

let site: TestApp;
beforeAll(async () => {
  site = await createModelApp();
});
afterAll(() => site.close());

/** Numbers that choose from what exists when the operation is sent. */
const kinds = [
  'create',
  'join',
  'join',
  'join',
  'guess',
  'leave',
  'read',
  'remove',
  'ask',
  'ask',
  'ask',
] as const;
const moreKinds = ['decide', 'decide', 'decide', 'cancel', 'track', 'prefer'] as const;
const choice = fc.record({
  kind: fc.constantFrom(...kinds, ...moreKinds),
  who: fc.nat(actors - 1),
  target: fc.nat(1000),
  other: fc.nat(1000),
  meant: fc.boolean(),
});
type Choice = typeof choice extends fc.Arbitrary<infer W> ? W : never;

const pick = <T>(list: T[], n: number): T | undefined => list[n % list.length];
const nobody = crypto.randomUUID();

/** Mostly an operation that the person can do (`meant`), sometimes one that is refused. */
function toOperation(
  world: TeamModelState,
  ids: string[],
  { kind, who: n, target, other, meant }: Choice,
): TeamOperation {
  const who = ids[n]!;
  const teams = Object.keys(world.teams);
  const own = teams.find((id) => world.teams[id]!.members.includes(who));
  const team = (meant && kind !== 'join' && kind !== 'ask' && own) || pick(teams, target) || nobody;
  const requests = Object.keys(world.requests);
  const request = pick(requests, target) ?? nobody;
  const leader = world.teams[world.requests[request]?.team ?? '']?.leader;
  switch (kind) {
    case 'create':
      return { kind, who, max: 2 + (target % 3) };
    case 'join':
      return { kind, who, team, codes: world.teams[team]?.codes ?? 0 };
    case 'guess':
      return { kind, who };
    case 'leave':
    case 'read':
    case 'ask':
      return { kind, who, team };
    case 'remove': {
      const members = world.teams[team]?.members ?? [];
      const by = (meant && world.teams[team]?.leader) || who;
      return { kind, who: by, team, member: pick(members, other) ?? ids[other % actors]! };
    }
    case 'decide':
      return { kind, who: (meant && leader) || who, request, action: other % 4 ? 'approve' : 'reject' };
    case 'cancel':
      return { kind, who: (meant && world.requests[request]?.by) || who, request };
    case 'track':
      return { kind, who, track: other % 2 ? 'Clozyt Track' : 'Hacker Track' };
    case 'prefer':
      return { kind, who, preference: other % 2 ? 'solo' : 'lookingForTeam' };
  }
}

function send(
  people: Map<string, TestActor>,
  codes: Map<string, string>,
  operation: TeamOperation,
): ReturnType<TestActor['call']> {
  const { call } = people.get(operation.who)!;
  switch (operation.kind) {
    case 'create':
      return call('POST', '/teams', { name: 'Owls', maxMembers: operation.max });
    case 'join':
      return call('POST', '/teams/join', { inviteCode: codes.get(operation.team) ?? 'ZZZZZZ' });
    case 'guess':
      return call('POST', '/teams/join', { inviteCode: 'ZZZZZZ' });
    case 'leave':
      return call('DELETE', `/teams/${operation.team}/leave`);
    case 'read':
      return call('GET', `/teams/${operation.team}`);
    case 'remove':
      return call('DELETE', `/teams/${operation.team}/kick/${operation.member}`);
    case 'ask':
      return call('POST', '/teams/join-requests', { teamId: operation.team });
    case 'decide':
      return call('PUT', `/teams/join-requests/${operation.request}`, { action: operation.action });
    case 'cancel':
      return call('DELETE', `/teams/join-requests/${operation.request}/cancel`);
    case 'track':
      return call('PUT', '/applications/track', { track: operation.track });
    case 'prefer':
      return call('PUT', '/users/team-preference', { teamPreference: operation.preference });
  }
}

const answers: Record<number, OperationAnswer> = {
  200: 'done',
  201: 'done',
  400: 'wrong',
  403: 'denied',
  404: 'denied',
  409: 'conflict',
};

/** Returns what the database holds about these people, without invite codes: the model counts those. */
async function readState(ids: string[]) {
  const { db } = site.database;
  const [people, members, teams, requests] = await Promise.all([
    db
      .selectFrom('users')
      .innerJoin('applications', 'applications.user_id', 'users.id')
      .select(['users.id', 'track', 'team_preference as preference'])
      .where('users.id', 'in', ids)
      .execute(),
    db.selectFrom('team_members').selectAll().orderBy('joined_at').orderBy('user_id').execute(),
    db.selectFrom('teams').selectAll().where('creator_id', 'in', ids).execute(),
    db.selectFrom('join_requests').selectAll().where('requester_id', 'in', ids).execute(),
  ]);
  const codes = new Map(teams.map(({ id, invite_code }) => [id, invite_code]));
  const of = (id: string) => members.filter(({ team_id }) => team_id === id).map(({ user_id }) => user_id);
  return {
    codes,
    seen: canonical({
      teams: Object.fromEntries(
        teams.map(({ id, max_members: max, creator_id: leader }) => [
          id,
          { max, leader, members: of(id), codes: 0 },
        ]),
      ),
      requests: Object.fromEntries(
        requests.map(({ id, team_id: team, requester_id: by, status }) => [id, { team, by, status }]),
      ),
      people: Object.fromEntries(people.map(({ id, track, preference }) => [id, { track, preference }])),
    }),
  };
}

/** Returns a state as a text that equals another's if and only if the states do. */
function canonical({ teams, requests, people }: TeamModelState): string {
  const sorted = <T>(record: Record<string, T>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const withoutCodes = sorted(teams).map(([id, { max, leader, members }]) => [id, max, leader, members]);
  const plain = sorted(requests).map(([id, { team, by, status }]) => [id, team, by, status]);
  return JSON.stringify([withoutCodes, plain, sorted(people).map(([id, p]) => [id, p.track, p.preference])]);
}

async function play(plan: Choice[][]): Promise<void> {
  const people = new Map<string, TestActor>();
  for (let n = 0; n < actors; n += 1) {
    const somebody = await signUp(site);
    await createApplicant(site, somebody, { status: 'pending' });
    people.set(somebody.id, somebody);
  }
  const ids = [...people.keys()];
  let world: TeamModelState = {
    teams: {},
    requests: {},
    people: Object.fromEntries(ids.map((id) => [id, { track: 'Hacker Track', preference: null }])),
  };
  let { codes } = await readState(ids);
  for (const choices of plan) {
    await site.database.db.deleteFrom('rate_limits').execute();
    const done = await Promise.all(
      choices.map(async (each) => {
        const operation = toOperation(world, ids, each);
        const sent = await send(people, codes, operation);
        const made = sent.statusCode === 201 ? sent.json()._id : undefined;
        return {
          operation: { ...operation, made },
          answer: answers[sent.statusCode]!,
          status: sent.statusCode,
        };
      }),
    );
    const now = await readState(ids);
    const after = explainAnswers(world, done, runOperation, (end) => canonical(end) === now.seen);
    expect(after, JSON.stringify({ world, done, seen: now.seen }, null, 1)).toBeDefined();
    world = after!;
    codes = now.codes;
  }
  await expectInvariants(site);
}

explainRandomCalls(`by ${actors} people`, () => site, choice, { batches: 50, runs: 5, play });
