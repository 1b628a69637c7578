import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, organiser } from '../testing/actors.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { attendee } from '../testing/attendees.ts';

let app: TestApp;
let stations: Actor[];

beforeAll(async () => {
  app = await testApp();
  stations = await Promise.all(Array.from({ length: 10 }, () => organiser(app)));
});
afterAll(() => app.close());

const admitted = ({ id }: Actor) =>
  app.services.db
    .selectFrom('check_ins')
    .where('user_id', '=', id)
    .select(['id', 'state', 'checked_in_at'])
    .execute();

function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function scan(station: Actor | undefined, guest: Actor, key: string = crypto.randomUUID()) {
  if (!station) throw new Error('no such station');
  const options = { headers: { 'idempotency-key': key } };
  return station.call('POST', '/applications/check-in', { userId: guest.id }, options);
}

test('ten stations, one person: one is let in, nine are told so', async () => {
  for (let round = 0; round < 10; round += 1) {
    const guest = await attendee(app);
    const answers = await Promise.all(stations.map((station) => scan(station, guest)));
    expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 1, 409: 9 });
    expect(await admitted(guest)).toHaveLength(1);
  }
});

test('twenty posts at once for one person: one accepted, nineteen conflicts, no error', async () => {
  const guest = await attendee(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => scan(stations[0], guest)));
  expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 1, 409: 19 });
});

test('the same key ten times at once: all the same answer, one row', async () => {
  for (let round = 0; round < 10; round += 1) {
    const guest = await attendee(app);
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => scan(stations[0], guest, key)));
    expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 10 });
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await admitted(guest)).toHaveLength(1);
  }
});

test('one key, ten people at once: one is let in, the others are refused for the key', async () => {
  const guests = await Promise.all(Array.from({ length: 10 }, () => attendee(app)));
  const key = crypto.randomUUID();
  const answers = await Promise.all(guests.map((guest, index) => scan(stations[index], guest, key)));
  expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 1, 422: 9 });
});

test('a rejection that holds the row is seen: nobody is let in behind its back', async () => {
  const guest = await attendee(app);
  let answered: Promise<{ statusCode: number; json: () => { code: string } }> | undefined;
  await app.services.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('applications')
      .set({ status: 'rejected' })
      .where('user_id', '=', guest.id)
      .execute();
    answered = scan(stations[0], guest);
    const soon = await Promise.race([answered, new Promise((done) => setTimeout(done, 200, 'waits'))]);
    expect(soon).toBe('waits');
  });
  const answer = await answered;
  expect([answer?.statusCode, answer?.json().code]).toEqual([409, 'not_approved']);
  expect(await admitted(guest)).toEqual([]);
});
