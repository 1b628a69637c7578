import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Event } from '../../../contract/event/event.ts';
import { offerPlaces } from '../../apply/places/offer-places.service.ts';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { limitPlaces } from '../../testing/places.ts';

let site: TestApp;
let grace: TestActor;
let mina: TestActor;
let event: Event;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
  mina = await signUp(site, { role: 'mentor' });
  event = {
    ...site.services.event,
    help: { topics: ['Software'] },
    lending: { hours: 4, things: ['12 VR headset', '13 VR headset'] },
  };
  return () => site.close();
});
beforeEach(() => {
  site.services.event = event;
});

/** Creates somebody approved who has asked for help and reserved a thing. */
async function createAsking(name: string, thing?: string): Promise<TestActor> {
  const person = await signUp(site, { name });
  await createApplicant(site, person);
  expect(await ask(person)).toBe(200);
  if (thing) expect((await person.call('PUT', `/lending/reservations/${thing}`)).statusCode).toBe(200);
  return person;
}

async function ask(person: TestActor): Promise<number> {
  const body = { topic: 'Software', text: 'My build hangs', location: 'Table 7' };
  return (await person.call('PUT', `/help/requests/${crypto.randomUUID()}`, body)).statusCode;
}

/** Decides on people together; returns how to undo it. */
async function decide(status: string, ...people: TestActor[]): Promise<() => Promise<void>> {
  const found = await Promise.all(people.map((person) => person.call('GET', '/applications/me')));
  const ids = found.map((answer) => answer.json().data._id);
  const decided = await grace.call('POST', '/applications/status', { ids, status, undoable: true });
  expect(decided.json().changed, decided.body).toHaveLength(people.length);
  return async () => {
    const undone = await grace.call('POST', '/applications/undo', { ids, status });
    expect(undone.json().changed, undone.body).toHaveLength(people.length);
  };
}

const isQueued = async (name: string) => (await mina.call('GET', '/help/queue')).body.includes(name);
const isReserved = async (person: TestActor) =>
  (await person.call('GET', '/lending/things')).json().some(({ isMine }: { isMine: boolean }) => isMine);
/** What the entrance answers to the person's pass. */
async function admit(person: TestActor): Promise<string | number> {
  const answer = await grace.call('POST', '/applications/check-in', { userId: person.id });
  return answer.json().code ?? answer.statusCode;
}

test('a held rejection ends request, reservation and pass when it is released, and not before', async () => {
  site.services.event = { ...event, holdDecisions: true };
  const person = await createAsking('Hilde Held', '12');
  await decide('rejected', person);
  expect([await isQueued('Hilde'), await isReserved(person), await ask(person)]).toEqual([true, true, 409]);
  expect((await grace.call('POST', '/applications/release')).statusCode).toBe(200);
  expect([await isQueued('Hilde'), await isReserved(person), await ask(person)]).toEqual([false, false, 403]);
  expect(await admit(person)).toBe('not_approved');
});

test('a bulk rejection ends requests, reservations and passes; its undo brings back the passes', async () => {
  const people = [await createAsking('Rae Together', '12'), await createAsking('Rob Together', '13')];
  const undo = await decide('rejected', ...people);
  expect(await isQueued('Together')).toBe(false);
  expect(await Promise.all([...people.map(isReserved), ...people.map(admit)])).toEqual([
    false,
    false,
    'not_approved',
    'not_approved',
  ]);
  await undo();
  // Whoever is approved again asks again.
  expect(await isQueued('Together')).toBe(false);
  expect(await Promise.all([...people.map(ask), ...people.map(admit)])).toEqual([200, 200, 200, 200]);
});

test('the undo of a bulk approval ends requests, reservations and passes', async () => {
  const people = [await signUp(site, { name: 'Una Undone' }), await signUp(site, { name: 'Ulf Undone' })];
  for (const person of people) await createApplicant(site, person, { status: 'pending' });
  const undo = await decide('approved', ...people);
  expect(await Promise.all(people.map(ask))).toEqual([200, 200]);
  expect((await people[0]!.call('PUT', '/lending/reservations/12')).statusCode).toBe(200);
  expect(await isQueued('Undone')).toBe(true);
  await undo();
  expect([await isQueued('Undone'), await isReserved(people[0]!)]).toEqual([false, false]);
  expect(await Promise.all([...people.map(ask), ...people.map(admit)])).toEqual([
    403,
    403,
    'not_approved',
    'not_approved',
  ]);
  await decide('approved', ...people);
  expect(await Promise.all([...people.map(ask), ...people.map(admit)])).toEqual([200, 200, 200, 200]);
});

test('whoever lets an offer lapse stays approved, with a pass and a request', async () => {
  limitPlaces(site, { capacity: 100, answerBy: { hours: 48 } });
  const person = await signUp(site, { name: 'Lara Lapsed' });
  await createApplicant(site, person, { status: 'pending' });
  await decide('approved', person);
  expect(await ask(person)).toBe(200);
  await site.database.pool.query(
    `update places set held_until = now() - interval '1 minute'
    where application_id = (select id from applications where user_id = $1)`,
    [person.id],
  );
  await offerPlaces(site.services);
  expect((await person.call('GET', '/applications/me')).json().data).toMatchObject({
    status: 'approved',
    place: { state: 'lapsed' },
  });
  expect([await isQueued('Lara'), await admit(person)]).toEqual([true, 200]);
});
