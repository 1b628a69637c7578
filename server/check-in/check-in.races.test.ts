import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createAttendee } from '../testing/attendees.ts';

let app: TestApp;
let stations: TestActor[];

beforeAll(async () => {
  app = await createTestApp();
  stations = await Promise.all(Array.from({ length: 10 }, () => signUpAdmin(app)));
});
afterAll(() => app.close());

const admitted = ({ id }: TestActor) =>
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

function scan(station: TestActor | undefined, guest: TestActor, key: string = crypto.randomUUID()) {
  if (!station) throw new Error('no such station');
  const options = { headers: { 'idempotency-key': key } };
  return station.call('POST', '/applications/check-in', { userId: guest.id }, options);
}

test('K13: ten stations, one person: one check-in, nine refusals', async () => {
  for (let round = 0; round < 10; round += 1) {
    const guest = await createAttendee(app);
    const answers = await Promise.all(stations.map((station) => scan(station, guest)));
    expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 1, 409: 9 });
    expect(await admitted(guest)).toHaveLength(1);
  }
});

test('twenty posts at once for one person: one accepted, nineteen conflicts, no error', async () => {
  const guest = await createAttendee(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => scan(stations[0], guest)));
  expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 1, 409: 19 });
});

test('K14: the same key ten times at once: all the same answer, one row', async () => {
  for (let round = 0; round < 10; round += 1) {
    const guest = await createAttendee(app);
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => scan(stations[0], guest, key)));
    expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 10 });
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await admitted(guest)).toHaveLength(1);
  }
});

test('one key, ten people at once: one check-in, the others are refused for the key', async () => {
  const guests = await Promise.all(Array.from({ length: 10 }, () => createAttendee(app)));
  const key = crypto.randomUUID();
  const answers = await Promise.all(guests.map((guest, index) => scan(stations[index], guest, key)));
  expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 1, 422: 9 });
});

test('a check-in waits for a rejection under way, and is refused', async () => {
  const guest = await createAttendee(app);
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
