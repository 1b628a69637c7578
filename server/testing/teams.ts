import { expect } from 'vitest';
import type { Team } from '../../contract/teams/teams.ts';
import { listBrokenInvariants } from '../operations/doctor/doctor.service.ts';
import { signUp, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

/** A team with its people, through the front door; `members[0]` leads. */
export interface TestTeam {
  id: string;
  code: string;
  leader: TestActor;
  members: TestActor[];
}

/** Makes a team of `members` people. */
export async function createTestTeam(
  test: TestApp,
  members: number,
  { name = 'Night Owls', idea = '', maxMembers = 4 } = {},
): Promise<TestTeam> {
  const leader = await signUp(test);
  const made = await leader.call('POST', '/teams', { name, idea, maxMembers });
  if (made.statusCode !== 201) throw new Error(made.body);
  const { _id: id, inviteCode = '' } = made.json<Team>();
  const team = { id, code: inviteCode, leader, members: [leader] };
  while (team.members.length < members) {
    const joiner = await signUp(test);
    const joined = await joiner.call('POST', '/teams/join', { inviteCode });
    if (joined.statusCode !== 200) throw new Error(joined.body);
    team.members.push(joiner);
  }
  return team;
}

/** Expects that everything holds that must hold at every moment. */
export async function expectInvariants({ database, services }: TestApp): Promise<void> {
  expect(await listBrokenInvariants({ db: database.db, event: services.event })).toEqual([]);
}
