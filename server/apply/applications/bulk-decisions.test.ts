import { afterEach, beforeEach, expect, test } from 'vitest';
import { listBrokenInvariants } from '../../operations/doctor/doctor.service.ts';
import { deliverMail } from '../../operations/mail/deliver-mail.service.ts';
import { signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import {
  answer,
  createPendingApplicant,
  limitPlaces,
  readFigures,
  readPlaces,
  readSubjects,
  runOffers,
  type TestApplicant,
} from '../../testing/places.ts';

let site: TestApp;
let grace: TestActor;
beforeEach(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterEach(async () => {
  expect(await listBrokenInvariants(site.services)).toEqual([]);
  await site.close();
});

async function createPeople(count: number): Promise<TestApplicant[]> {
  const people: TestApplicant[] = [];
  for (let n = 1; n <= count; n += 1) people.push(await createPendingApplicant(site, `Person ${n}`));
  return people;
}
const idsOf = (people: readonly TestApplicant[]) => people.map(({ applicationId }) => applicationId);
const decide = async (
  people: readonly TestApplicant[],
  status: string,
  more: object = { undoable: true },
) => {
  const sent = await grace.call('POST', '/applications/status', { ids: idsOf(people), status, ...more });
  expect(sent.statusCode, sent.body).toBe(200);
  return sent.json();
};
const undo = async (people: readonly TestApplicant[], status: string) =>
  (await grace.call('POST', '/applications/undo', { ids: idsOf(people), status })).json();
const subjectsOf = (people: readonly TestApplicant[]) =>
  Promise.all(people.map((person) => readSubjects(site, person)));
const countRows = async (table: string) =>
  Number((await site.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

test('of more people than places, the undo takes everybody back, and nobody hears of it', async () => {
  limitPlaces(site, { capacity: 3 });
  const people = await createPeople(5);
  const dry = await decide(people, 'approved', { undoable: true, dryRun: true });
  expect(dry).toEqual({ changed: idsOf(people), failed: [], places: { given: 3, waiting: 2 } });
  expect(await readPlaces(site, people)).toEqual(Array(5).fill('pending -'));
  expect(await decide(people, 'approved')).toEqual({
    ...dry,
    undoable: { ids: idsOf(people), until: expect.any(String) },
  });
  const placed = [...Array(3).fill('approved offered'), ...Array(2).fill('pending waiting')];
  expect(await readPlaces(site, people)).toEqual(placed);
  expect((await subjectsOf(people)).flat()).toHaveLength(5);
  // A repeat changes nothing and needs no place.
  expect(await decide(people, 'approved')).toEqual({
    changed: idsOf(people),
    failed: [],
    places: { given: 0, waiting: 0 },
  });
  expect(await undo(people, 'approved')).toEqual({ changed: idsOf(people), failed: [] });
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(Array(5).fill('pending -'));
  expect(await subjectsOf(people)).toEqual(Array(5).fill([]));
  expect(await readFigures(grace)).toMatchObject({ free: 3, waiting: 0, offered: 0 });
  const history = await grace.call('GET', `/applications/${people[4]!.applicationId}/history`);
  expect(history.json().map(({ action }: { action: string }) => action)).toEqual([
    'application.waitlisted',
    'application.undone',
  ]);
});

test('1,200 people are decided on in three calls and undone last first, while the waitlist is worked through', async () => {
  limitPlaces(site, { capacity: 700 });
  const { rows } = await site.database.pool.query<{ id: string }>(
    `with people as (
      insert into users (email, email_verified, name)
        select 'p' || n || '@example.org', true, 'Person ' || n from generate_series(1, 1200) as n returning id
    )
    insert into applications (user_id, status, track, major, t_shirt_size, dietary_restrictions, why_join)
      select id, 'pending', $1, 'Mathematics', 'M', '', 'To build' from people returning id`,
    [site.services.event.tracks[0]!.id],
  );
  const ids = rows.map(({ id }) => id);
  // The whole list is read in parts, none missing or repeated.
  for (const sort of ['newest', 'rating']) {
    const listed = (await grace.call('GET', `/applications?sort=${sort}`)).json<{ _id: string }[]>();
    expect(listed.map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted());
  }
  const parts = [ids.slice(0, 500), ids.slice(500, 1000), ids.slice(1000)];
  const send = async (call: string, part: string[], more: object) => {
    const answer = await grace.call('POST', `/applications/${call}`, {
      ids: part,
      status: 'approved',
      ...more,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const tooMany = { ids: ids.slice(0, 501), status: 'approved' };
  expect((await grace.call('POST', '/applications/status', tooMany)).statusCode).toBe(400);
  const places = [];
  for (const part of parts) {
    places.push((await send('status', part, { undoable: true })).places);
    await runOffers(site);
  }
  expect(places).toEqual([
    { given: 500, waiting: 0 },
    { given: 200, waiting: 300 },
    { given: 0, waiting: 200 },
  ]);
  for (const part of parts.toReversed()) {
    expect((await send('undo', part, {})).changed).toHaveLength(part.length);
    await runOffers(site);
  }
  const { rows: left } = await site.database.pool.query(
    'select status, count(*)::int as count from applications group by 1',
  );
  expect(left).toEqual([{ status: 'pending', count: 1200 }]);
  expect(await Promise.all(['places', 'waitlist', 'mails'].map(countRows))).toEqual([0, 0, 0]);
});

test('what cannot be undone any more is named, and the others are undone', async () => {
  limitPlaces(site, { capacity: 3 });
  const people = await createPeople(6);
  const [first, second, third, fourth, fifth, sixth] = people as [TestApplicant, ...TestApplicant[]];
  await decide(people, 'approved');
  // One email is out, one person is inside, and one who waited has the place that another gave up.
  const { id: mailId } = await site.services.db
    .selectFrom('mails')
    .select('id')
    .where('user_id', '=', first.id)
    .executeTakeFirstOrThrow();
  await deliverMail(site.services, { mailId });
  await grace.call('POST', '/applications/check-in', { userId: second!.id });
  await answer(third!, false);
  await runOffers(site);
  const unknown = { applicationId: crypto.randomUUID() } as TestApplicant;
  const undone = await undo([...people, unknown], 'approved');
  expect(undone.changed).toEqual(idsOf([third!, fifth!, sixth!]));
  expect(undone.failed).toEqual([
    { id: first.applicationId, code: 'decision_final', message: expect.any(String) },
    { id: second!.applicationId, code: 'status_checked_in', message: expect.any(String) },
    { id: fourth!.applicationId, code: 'decision_final', message: expect.any(String) },
    { id: unknown.applicationId, code: 'not_found', message: expect.any(String) },
  ]);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual([
    'approved offered',
    // Checking in settles the offer.
    'approved confirmed',
    'pending -',
    'approved offered',
    'pending -',
    'pending -',
  ]);
  expect(await subjectsOf([third!, fifth!, sixth!])).toEqual([[], [], []]);
});

test('a rejection of many gives places, answers and the waitlist back when it is undone', async () => {
  limitPlaces(site, { capacity: 2 });
  const people = await createPeople(4);
  await decide(people, 'approved', {});
  await answer(people[0]!, true);
  const before = await readPlaces(site, people);
  expect(before).toEqual(['approved confirmed', 'approved offered', 'pending waiting', 'pending waiting']);
  await decide(people, 'rejected');
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(Array(4).fill('rejected -'));
  expect((await undo(people, 'rejected')).changed).toHaveLength(4);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(before);
  // The place held for undoing a rejection goes to that person alone.
  await decide(people, 'rejected');
  expect(await decide(people.slice(1, 3), 'approved')).toMatchObject({ places: { given: 1, waiting: 1 } });
  expect(await readPlaces(site, people.slice(1, 3))).toEqual(['approved offered', 'pending waiting']);
});

test('without a waitlist those without a place stay, and can be undone as before', async () => {
  limitPlaces(site, { capacity: 1, waitlist: false });
  const people = await createPeople(3);
  await decide([people[2]!], 'rejected');
  const { changed, failed, places } = await decide(people, 'approved');
  expect([changed, places]).toEqual([idsOf([people[0]!]), { given: 1, waiting: 0 }]);
  expect(failed.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual(
    idsOf(people.slice(1)).map((id) => [id, 'event_full']),
  );
  expect(await undo([people[2]!], 'rejected')).toMatchObject({ changed: idsOf([people[2]!]) });
});

test('whoever saw no waitlist does not decide on people who were put there meanwhile', async () => {
  limitPlaces(site, { capacity: 1 });
  const people = await createPeople(3);
  const [first, ...others] = people as [TestApplicant, ...TestApplicant[]];
  const from = Object.fromEntries(idsOf(people).map((id) => [id, 'pending']));
  await decide([first, others[0]!], 'approved');
  const late = await decide(others, 'rejected', { from, waiting: [] });
  expect(late.changed).toEqual(idsOf([others[1]!]));
  expect(late.failed).toMatchObject([
    { id: others[0]!.applicationId, message: expect.stringContaining('It is now on the waitlist.') },
  ]);
  const one = await grace.call('PUT', `/applications/${others[0]!.applicationId}`, {
    ...{ status: 'rejected', from: 'pending', waits: false },
  });
  expect(one.json().code).toBe('status_changed');
  const seen = await decide([others[0]!], 'rejected', { from, waiting: idsOf([others[0]!]) });
  expect(seen.changed).toEqual(idsOf([others[0]!]));
});

test('held decisions are undone together, and one that a colleague has changed is refused', async () => {
  const people = await createPeople(3);
  site.services.event = { ...site.services.event, holdDecisions: true };
  const [first] = people as [TestApplicant, ...TestApplicant[]];
  await grace.call('PUT', `/applications/${first.applicationId}`, { status: 'rejected' });
  const from = Object.fromEntries(idsOf(people).map((id) => [id, 'pending']));
  const decided = await decide(people, 'approved', { undoable: true, from });
  expect(decided.changed).toEqual(idsOf(people.slice(1)));
  expect(decided.failed).toMatchObject([{ id: first.applicationId, code: 'status_changed' }]);
  await decide([first], 'approved');
  expect(await countRows('held_decisions')).toBe(3);
  expect((await undo(people, 'approved')).changed).toEqual(idsOf(people));
  // The first has its earlier decision again.
  expect(await countRows('held_decisions')).toBe(1);
  expect((await subjectsOf(people)).flat()).toEqual([]);
});

test('the webhook hears of a decision when it can no longer be undone', async () => {
  site.services.config.webhook = {
    url: new URL('https://hooks.example/'),
    secret: 'whsec_c2VjcmV0',
  } as never;
  const people = await createPeople(2);
  const jobs = async () =>
    (
      await site.database.pool.query(
        "select extract(epoch from run_at - now())::float as wait from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'deliver-webhook'",
      )
    ).rows.map(({ wait }) => wait > 50);
  await decide(people, 'approved');
  expect([await countRows('webhook_deliveries'), await jobs()]).toEqual([2, [true, true]]);
  await undo(people, 'approved');
  expect(await countRows('webhook_deliveries')).toBe(0);
  await decide(people, 'approved', {});
  expect([await countRows('webhook_deliveries'), await jobs()]).toEqual([2, [true, true, false, false]]);
});
