import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';

let site: TestApp;
let grace: TestActor;

beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site, 'Grace Hopper');
});
afterAll(() => site.close());

async function applicationOf({ id }: TestActor): Promise<string> {
  const row = await site.services.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.id;
}

test('the history names who did what and the reason, for this application only', async () => {
  const ada = await createAttendee(site, { status: 'pending' });
  const other = await createAttendee(site, { status: 'pending' });
  const id = await applicationOf(ada);
  await grace.call('PUT', `/applications/${id}`, { status: 'approved' });
  await grace.call('PUT', `/applications/${await applicationOf(other)}`, { status: 'rejected' });
  const { data } = (await grace.call('POST', '/applications/check-in', { userId: ada.id })).json();
  await grace.call('DELETE', `/check-ins/${data._id}`, { reason: 'scanned the wrong phone' });
  const history = (await grace.call('GET', `/applications/${id}/history`)).json();
  expect(history).toEqual(
    [
      { action: 'application.approved', reason: null },
      { action: 'check-in.admitted', reason: null, checkpoint: 'entrance' },
      { action: 'check-in.undone', reason: 'scanned the wrong phone', checkpoint: 'entrance' },
    ].map((act) => ({ _id: expect.any(Number), at: expect.any(String), by: 'Grace Hopper', ...act })),
  );
});

test('an application that does not exist has no history', async () =>
  expect((await grace.call('GET', `/applications/${crypto.randomUUID()}/history`)).statusCode).toBe(404));

test('the statistics count by day and status, and check-ins by ten minutes', async () => {
  const fresh = await createTestApp();
  const admin = await signUpAdmin(fresh);
  const people = [
    await createAttendee(fresh, { status: 'approved' }),
    await createAttendee(fresh, { status: 'approved' }),
    await createAttendee(fresh, { status: 'rejected' }),
  ];
  await admin.call('POST', '/applications/check-in', { userId: people[0]!.id });
  await admin.call('POST', '/applications/check-in', { userId: people[1]!.id, checkpoint: 'swag' });
  const { days, arrivals } = (await admin.call('GET', '/applications/statistics')).json();
  expect(days).toEqual([{ day: expect.any(String), pending: 0, approved: 2, rejected: 1 }]);
  expect(arrivals).toEqual([{ at: expect.stringMatching(/:\d0:00\.000Z$/), count: 1 }]);
  await fresh.close();
});

test('approved people are counted by T-shirt, diet and answer; an export has team and check-ins', async () => {
  const fresh = await createTestApp();
  const admin = await signUpAdmin(fresh);
  const [yes, no] = [
    await createAttendee(fresh, { attending: true }),
    await createAttendee(fresh),
    await createAttendee(fresh),
    await createAttendee(fresh, { status: 'pending' }),
  ];
  await no.call('PUT', '/attendance', { attending: false });
  await fresh.services.db
    .updateTable('applications')
    .set({ dietary_restrictions: 'other: no nuts', t_shirt_size: 'S' })
    .where('user_id', '=', yes.id)
    .execute();
  const { shirts, diets, coming } = (await admin.call('GET', '/applications/statistics')).json();
  expect(coming).toEqual({ yes: 1, no: 1, silent: 1 });
  expect(shirts[0]).toEqual({ value: 'S', count: 1 });
  expect(diets).toContainEqual({ value: 'other: no nuts', count: 1 });
  for (const totals of [shirts, diets])
    expect(totals.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3);
  await yes.call('POST', '/teams', { name: 'Owls', maxMembers: 4 });
  await admin.call('POST', '/applications/check-in', { userId: yes.id, checkpoint: 'swag' });
  const ids = (await admin.call('GET', '/applications')).json<{ _id: string; user: { _id: string } }[]>();
  const details = await admin.call('POST', '/applications/details', { ids: ids.map(({ _id }) => _id) });
  const own = ids.find(({ user }) => user._id === yes.id)?._id;
  expect(details.json().find(({ _id }: { _id: string }) => _id === own)).toEqual({
    _id: own,
    team: 'Owls',
    checkIns: [{ checkpoint: 'swag', at: expect.stringMatching(/Z$/) }],
  });
  expect(details.json()).toHaveLength(4);
  await fresh.close();
});
