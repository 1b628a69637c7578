import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { countAnswers, race, withoutKeyLocks } from '../../testing/races.ts';

/** Removes the index that admits a person once per checkpoint. */
const withoutIndex = ({ database }: TestApp) => database.changeSchema('drop index admitted_once');
/** Removes the constraint that a key is used once. */
const withoutKeys = ({ database }: TestApp) =>
  database.changeSchema('alter table check_ins drop constraint check_ins_key_key');

const findCheckIns = ({ services }: TestApp, { id }: TestActor) =>
  services.db.selectFrom('check_ins').where('user_id', '=', id).select(['id', 'state']).execute();

function scan(station: TestActor, guest: TestActor, key: string = crypto.randomUUID()) {
  const options = { headers: { 'idempotency-key': key } };
  return station.call('POST', '/applications/check-in', { userId: guest.id }, options);
}

/** Reports a check-in that a station made without a network. */
function record(station: TestActor, guest: TestActor, key: string = crypto.randomUUID()) {
  const body = { userId: guest.id, at: new Date().toISOString() };
  return station.call('PUT', `/check-ins/keys/${key}`, body);
}

race(
  'ten stations, one person: one check-in, nine refusals',
  async (site) => {
    const guest = await createAttendee(site);
    const volunteers = Array.from({ length: 10 }, () => signUp(site, { role: 'volunteer' }));
    const stations = await Promise.all(volunteers);
    const answers = await site.together(stations.map((station) => () => scan(station, guest)));
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 9 });
    expect(await findCheckIns(site, guest)).toHaveLength(1);
  },
  { without: withoutIndex },
);

race(
  'twenty posts at once for one person: one accepted, nineteen conflicts, no error',
  async (site) => {
    const guest = await createAttendee(site);
    const station = await signUpAdmin(site);
    const answers = await site.together(Array.from({ length: 20 }, () => () => scan(station, guest)));
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 19 });
  },
  { without: withoutIndex },
);

race(
  'the same key ten times at once: all the same answer, one row',
  async (site) => {
    const guest = await createAttendee(site);
    const station = await signUpAdmin(site);
    const key = crypto.randomUUID();
    const answers = await site.together(Array.from({ length: 10 }, () => () => scan(station, guest, key)));
    expect(countAnswers(answers)).toEqual({ 200: 10 });
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await findCheckIns(site, guest)).toHaveLength(1);
  },
  { without: async (site) => [await withoutKeys(site), await withoutIndex(site)] },
);

race(
  'one key, ten people at once: one check-in, the others are refused for the key',
  async (site) => {
    const guests = await Promise.all(Array.from({ length: 10 }, () => createAttendee(site)));
    const station = await signUpAdmin(site);
    const key = crypto.randomUUID();
    const answers = await site.together(guests.map((guest) => () => scan(station, guest, key)));
    expect(countAnswers(answers)).toEqual({ 200: 1, 422: 9 });
  },
  { without: withoutKeys },
);

race(
  'of ten organizers who resolve a conflict at once one succeeds, and one admission is in force',
  async (site) => {
    const guest = await createAttendee(site);
    const organizers = await Promise.all(Array.from({ length: 10 }, () => signUpAdmin(site)));
    for (const station of organizers.slice(0, 2)) {
      await record(station, guest);
    }
    const conflict = (await findCheckIns(site, guest)).find(({ state }) => state === 'conflict');
    const answers = await site.together(
      organizers.map(
        (organizer, index) => () =>
          organizer.call('PUT', `/check-ins/conflicts/${conflict?.id}`, {
            keep: index % 2 ? 'first' : 'second',
            reason: 'Seen at both',
          }),
      ),
    );
    expect(countAnswers(answers)).toEqual({ 200: 1, 409: 9 });
    const states = (await findCheckIns(site, guest)).map(({ state }) => state);
    expect(states.sort()).toEqual(['admitted', 'undone']);
  },
  { paused: ['checked_in'] },
);

race(
  'of ten offline check-ins that one volunteer reports at once about an admitted person one is a conflict',
  async (site) => {
    const guest = await createAttendee(site);
    const [first, station] = [await signUpAdmin(site), await signUpAdmin(site)];
    await record(first, guest);
    const answers = await site.together(Array.from({ length: 10 }, () => () => record(station, guest)));
    expect(countAnswers(answers)).toEqual({ 200: 9, 409: 1 });
    expect(await findCheckIns(site, guest)).toHaveLength(2);
  },
  { paused: ['check_ins'], pauses: 10, without: withoutKeyLocks },
);

race(
  'a check-in that is recorded and undone at once, five times each, leaves one row at most, and one that is undone stays so',
  async (site) => {
    const guest = await createAttendee(site);
    const station = await signUpAdmin(site);
    const key = crypto.randomUUID();
    const body = { userId: guest.id, at: new Date().toISOString(), after: 5 };
    const undo = () => station.call('DELETE', `/check-ins/keys/${key}`, body);
    const answers = await site.together(
      Array.from({ length: 10 }, (_, n) => () => (n % 2 ? undo() : record(station, guest, key))),
    );
    expect(answers.filter((_, n) => n % 2).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect((await record(station, guest, key)).json().code).toBe('check_in_undone');
    expect((await findCheckIns(site, guest)).map(({ state }) => state)).toEqual(['undone']);
  },
  { without: async (site) => [await withoutKeys(site), await withoutIndex(site)] },
);

test('a check-in waits for a rejection under way, and is refused', async () => {
  const site = await createTestApp();
  try {
    const [guest, station] = [await createAttendee(site), await signUpAdmin(site)];
    const scanning = await site.services.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('applications')
        .set({ status: 'rejected' })
        .where('user_id', '=', guest.id)
        .execute();
      const answered = scan(station, guest);
      expect(await Promise.race([answered, pause(200, 'waits')])).toBe('waits');
      return [answered];
    });
    const answer = await scanning[0];
    expect([answer?.statusCode, answer?.json().code]).toEqual([409, 'not_approved']);
    expect(await findCheckIns(site, guest)).toEqual([]);
  } finally {
    await site.close();
  }
});
