import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { passDigest } from './pass.ts';

let app: TestApp;
let grace: TestActor;
let ada: TestActor;

beforeAll(async () => {
  app = await createTestApp();
  grace = await signUpAdmin(app, 'Grace Hopper');
  ada = await createAttendee(app, { name: 'Ada Lovelace', attending: true });
});
afterAll(() => app.close());

const get = async (path: string) => (await grace.call('GET', path)).json();
const admit = (station: TestActor, guest: TestActor, checkpoint = 'entrance') =>
  station.call('POST', '/applications/check-in', { userId: guest.id, checkpoint });

test.each(['roster', 'counts'])('only stations read the %s', async (what) => {
  expect((await anonymous(app).call('GET', `/check-ins/${what}`)).statusCode).toBe(401);
  expect((await ada.call('GET', `/check-ins/${what}`)).statusCode).toBe(403);
});

test('the roster has what a station needs of approved people, and nobody else', async () => {
  await createAttendee(app, { status: 'pending' });
  await admit(grace, ada, 'swag');
  const { people, checkpoint } = await get('/check-ins/roster');
  expect(checkpoint).toBe('entrance');
  expect(people).toEqual([
    {
      userId: ada.id,
      name: 'Ada Lovelace',
      attendanceConfirmed: true,
      passDigest: passDigest(app.services, { id: ada.id, passVersion: 1 }),
      checkedIn: { swag: expect.any(String) },
    },
  ]);
});

test('the roster has diets only at meals and sizes only where they are needed', async () => {
  const shown = async (checkpoint: string) => {
    const { people } = await get(`/check-ins/roster?checkpoint=${checkpoint}`);
    const [{ dietaryRestrictions, tShirtSize }] = people;
    return { dietaryRestrictions, tShirtSize };
  };
  expect(await shown('saturday-lunch')).toEqual({ dietaryRestrictions: 'vegan' });
  expect(await shown('swag')).toEqual({ tShirtSize: 'M' });
  const unknown = await grace.call('GET', '/check-ins/roster?checkpoint=roof');
  expect(unknown.json().code).toBe('unknown_checkpoint');
});

test('a station sees dietary restrictions only at meals, and sizes only where they are needed', async () => {
  const seen = async (checkpoint: string) => {
    const [found] = await get(`/applications/search?term=lovelace&checkpoint=${checkpoint}`);
    const read = (await grace.call('POST', '/check-ins/read', { userId: ada.id, checkpoint })).json();
    return [found, read].map(({ dietaryRestrictions, tShirtSize }) => ({ dietaryRestrictions, tShirtSize }));
  };
  expect(await seen('entrance')).toEqual([{}, {}]);
  expect(await seen('saturday-lunch')).toEqual(Array(2).fill({ dietaryRestrictions: 'vegan' }));
  expect(await seen('swag')).toEqual(Array(2).fill({ tShirtSize: 'M' }));
});

test('people are counted for each checkpoint', async () => {
  await admit(grace, await createAttendee(app), 'saturday-lunch');
  const counts = await get('/check-ins/counts');
  expect(counts.map((one: { checkpoint: string }) => one.checkpoint)).toEqual(
    app.services.event.checkpoints.map(({ id }) => id),
  );
  expect(counts.filter((one: { count: number }) => one.count > 0)).toEqual([
    { checkpoint: 'saturday-lunch', count: 1 },
    { checkpoint: 'swag', count: 1 },
  ]);
});
