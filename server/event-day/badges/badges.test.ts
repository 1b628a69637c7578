import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { createTestTeam } from '../../testing/teams.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const asked = (as: TestActor, ids: string[]) => as.call('POST', '/badges', { ids });
async function approved(name: string, track = 'Hacker Track') {
  const who = await signUp(site, { name });
  return { who, id: await createApplicant(site, who, { track }) };
}

test('are for organizers only', async () => {
  const { who, id } = await approved('Ada Lovelace');
  expect((await asked(anonymous(site), [id])).statusCode).toBe(401);
  expect((await asked(who, [id])).statusCode).toBe(403);
  expect((await asked(await signUp(site, { role: 'volunteer' }), [id])).statusCode).toBe(403);
});

test('show name, track, team and the pass of the dashboard, by name, each once', async () => {
  const { members } = await createTestTeam(site, 2, { name: 'Night Owls' });
  const [leader] = members as [TestActor];
  const inTeam = await createApplicant(site, leader, { track: 'Clozyt Track' });
  const { who: alan, id: alone } = await approved('Aaron Swartz');
  const badges = (await asked(grace, [inTeam, alone, inTeam])).json();
  const qrOf = async (who: TestActor) => (await who.call('GET', '/auth/user')).json().user.qrCode;
  expect(badges).toEqual([
    { _id: alone, name: 'Aaron Swartz', track: 'Hacker Track', team: null, qrCode: await qrOf(alan) },
    { _id: inTeam, name: leader.name, track: 'Clozyt Track', team: 'Night Owls', qrCode: await qrOf(leader) },
  ]);
});

test('show the new pass after a renewal', async () => {
  const { who, id } = await approved('Bob');
  const codeOf = async () => (await asked(grace, [id])).json()[0].qrCode;
  const before = await codeOf();
  const { qrCode } = (await who.call('POST', `/users/${who.id}/pass`)).json();
  expect(await codeOf()).toBe(qrCode);
  expect(qrCode).not.toBe(before);
});

test('only approved people have one', async () => {
  const others = await Promise.all(
    (['pending', 'rejected'] as const).map(async (status) =>
      createApplicant(site, await signUp(site), { status }),
    ),
  );
  expect((await asked(grace, [...others, crypto.randomUUID()])).json()).toEqual([]);
});

test.each([
  ['nobody', []],
  ['more than fit in one call', Array.from({ length: 49 }, () => crypto.randomUUID())],
  ['what is no id', ['ada']],
])('%s is refused', async (_what, ids) => expect((await asked(grace, ids)).statusCode).toBe(400));
