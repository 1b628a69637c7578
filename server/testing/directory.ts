import { signUp, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import { createTestTeam, type TestTeam } from './teams.ts';

/** Somebody who is approved and shows leaders a card, and its id. */
export async function signUpWithCard(
  site: TestApp,
  { name, track, skills = 'Rust, sewing' }: { name?: string; track?: string; skills?: string } = {},
): Promise<{ person: TestActor; cardId: string }> {
  const person = await signUp(site, { ...(name && { name }) });
  await createApplicant(site, person, { ...(track && { track }) });
  const shown = await person.call('PUT', '/teams/card', { skills, about: 'I like maps.' });
  if (shown.statusCode !== 200) throw new Error(shown.body);
  return { person, cardId: await findCardId(site, person) };
}

export async function findCardId({ services }: TestApp, { id }: TestActor): Promise<string> {
  const row = await services.db
    .selectFrom('team_cards')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function createApprovedTeam(
  site: TestApp,
  members: number,
  options?: { name?: string; maxMembers?: number },
): Promise<TestTeam> {
  const team = await createTestTeam(site, members, options);
  await createApplicant(site, team.leader);
  return team;
}

export async function invite(leader: TestActor, person: TestActor, cardId: string): Promise<string> {
  const sent = await leader.call('POST', '/teams/invites', { cardId });
  if (sent.statusCode !== 201) throw new Error(sent.body);
  const received = (await person.call('GET', '/teams/invites')).json();
  return received.at(-1)._id;
}
