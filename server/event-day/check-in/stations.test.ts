import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';

let site: TestApp;
let grace: TestActor;
let vera: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
  vera = await signUp(site, { name: 'Vera', role: 'volunteer' });
});
afterAll(() => site.close());

const report = (who: TestActor, id: string, body: object) =>
  who.call('PUT', `/check-ins/stations/${id}`, { waiting: 0, troubled: 0, ...body });
const read = async () => (await grace.call('GET', '/check-ins/stations')).json();

test('stations report what they still have; organizers see them with how many are expected', async () => {
  await createApplicant(site, await signUp(site));
  await createApplicant(site, await signUp(site), { status: 'pending' });
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
  expect((await report(vera, a, { waiting: 3, troubled: 1 })).statusCode).toBe(200);
  await report(grace, b, { checkpoint: 'swag' });
  await report(vera, a, { waiting: 2 });
  const seenAt = expect.any(String);
  expect(await read()).toEqual({
    expected: 1,
    stations: [
      { _id: a, by: vera.name, checkpoint: 'entrance', waiting: 2, troubled: 0, seenAt },
      { _id: b, by: 'Grace Hopper', checkpoint: 'swag', waiting: 0, troubled: 0, seenAt },
    ],
  });
  // The device goes to somebody else.
  await report(grace, a, {});
  expect((await read()).stations).toHaveLength(2);
  site.advance(7 * 60 * 60_000);
  expect((await read()).stations).toEqual([]);
});

test('what makes no sense is refused', async () => {
  const id = crypto.randomUUID();
  expect((await report(vera, id, { checkpoint: 'nowhere' })).statusCode).toBe(400);
  expect((await report(vera, id, { waiting: -1 })).statusCode).toBe(400);
  expect((await report(vera, 'x', {})).statusCode).toBe(404);
});
