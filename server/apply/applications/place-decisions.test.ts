import { afterEach, beforeEach, expect, test } from 'vitest';
import { listBrokenInvariants } from '../../operations/doctor/doctor.service.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import {
  answer,
  createApproved,
  createPendingApplicant,
  limitPlaces,
  readPlaces,
  readSubjects,
  runOffers,
} from '../../testing/places.ts';
import { releaseDecisions } from './release.service.ts';

let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  expect(await listBrokenInvariants(site.services)).toEqual([]);
  await site.close();
});

test('a rejection holds the place while it can be undone, and the undo brings it back', async () => {
  limitPlaces(site, { capacity: 1 });
  const { grace, people } = await createApproved(site, 2);
  const path = `/applications/${people[0]!.applicationId}`;
  await grace.call('PUT', path, { status: 'rejected', undoable: true });
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(['rejected -', 'pending waiting']);
  await grace.call('POST', `${path}/undo`, { status: 'rejected' });
  expect(await readPlaces(site, people)).toEqual(['approved offered', 'pending waiting']);
  await grace.call('PUT', path, { status: 'rejected', undoable: true });
  site.advance(61_000);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(['rejected -', 'approved offered']);
  const late = await grace.call('POST', `${path}/undo`, { status: 'rejected' });
  expect(late.json().code).toBe('decision_final');
});

test('an undo takes back an offer, and that somebody waits', async () => {
  limitPlaces(site, { capacity: 1 });
  const { grace, people } = await createApproved(site, 1);
  const other = await createPendingApplicant(site);
  const path = `/applications/${other.applicationId}`;
  await grace.call('PUT', path, { status: 'approved', undoable: true });
  expect(await readPlaces(site, [other])).toEqual(['pending waiting']);
  await grace.call('POST', `${path}/undo`, { status: 'approved' });
  expect(await readPlaces(site, [other])).toEqual(['pending -']);
  expect(await readSubjects(site, other)).toEqual([]);
  // A rejection of somebody on the waitlist, and its undo.
  await grace.call('PUT', path, { status: 'approved' });
  await grace.call('PUT', path, { status: 'rejected', from: 'pending', undoable: true });
  expect(await readPlaces(site, [other])).toEqual(['rejected -']);
  await grace.call('POST', `${path}/undo`, { status: 'rejected' });
  expect(await readPlaces(site, [other])).toEqual(['pending waiting']);
  // Once the place is offered, the approval is final.
  const third = await createPendingApplicant(site);
  await grace.call('PUT', `/applications/${third.applicationId}`, { status: 'approved', undoable: true });
  await other.call('POST', '/applications/withdraw');
  await answer(people[0]!, false);
  await runOffers(site);
  const undone = await grace.call('POST', `/applications/${third.applicationId}/undo`, {
    status: 'approved',
  });
  expect(undone.json().code).toBe('decision_final');
  expect(await readSubjects(site, third)).toEqual(['You are in: Overnight 2025']);
});

test('people are moved to the waitlist: an offer goes to whoever waits longest, a yes and a free place stay', async () => {
  limitPlaces(site, { capacity: 2 });
  const { grace, people } = await createApproved(site, 3);
  const [yes, offered, waiting] = people;
  await answer(yes!, true);
  const late = await createPendingApplicant(site);
  const ids = [yes, offered, late].map((person) => person!.applicationId);
  const move = async (moved: string[]) => (await grace.call('POST', '/waitlist', { ids: moved })).json();
  expect(await move(ids)).toMatchObject({ changed: ids.slice(1), failed: [{ code: 'place_confirmed' }] });
  expect(await readPlaces(site, [yes!, offered!, waiting!, late])).toEqual([
    'approved confirmed',
    'pending waiting',
    'pending waiting',
    'pending waiting',
  ]);
  expect((await readSubjects(site, offered!)).at(-1)).toBe((await readSubjects(site, late)).at(-1));
  expect((await move([late.applicationId])).changed).toEqual([late.applicationId]);
  await runOffers(site);
  expect(await readPlaces(site, [offered!, waiting!, late])).toEqual([
    'pending waiting',
    'approved offered',
    'pending waiting',
  ]);
  limitPlaces(site, { capacity: 9 });
  await runOffers(site);
  const other = await createPendingApplicant(site);
  expect((await move([other.applicationId])).failed).toMatchObject([{ code: 'places_free' }]);
  expect(await readPlaces(site, [other])).toEqual(['pending -']);
});

test('held approvals take places when they are released, in the order of the waitlist', async () => {
  limitPlaces(site, { capacity: 2, holdDecisions: true });
  const { grace, people } = await createApproved(site, 4);
  expect(await readPlaces(site, people)).toEqual(Array(4).fill('pending -'));
  await grace.call('PUT', `/applications/${people[3]!.applicationId}/review`, { rating: 5, note: '' });
  await grace.call('PUT', '/waitlist/order', { order: 'rating' });
  const outcome = { released: 4, stillHeld: 0, places: { given: 2, waiting: 2, order: 'rating' } };
  const planned = await grace.call('POST', '/applications/release?dryRun=true');
  expect(planned.json()).toEqual(outcome);
  expect(await readPlaces(site, people)).toEqual(Array(4).fill('pending -'));
  expect(await readSubjects(site, people[3]!)).toEqual([]);
  expect((await grace.call('POST', '/applications/release')).json()).toEqual(outcome);
  expect(await readPlaces(site, people)).toEqual([
    'approved offered',
    'pending waiting',
    'pending waiting',
    'approved offered',
  ]);
  // A held rejection of somebody on the waitlist lets the next one pass.
  await grace.call('PUT', `/applications/${people[1]!.applicationId}`, { status: 'rejected' });
  await answer(people[0]!, false);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual([
    'approved declined',
    'pending waiting',
    'approved offered',
    'approved offered',
  ]);
  site.services.event.waitlist = false;
  const late = await createPendingApplicant(site);
  await grace.call('PUT', `/applications/${late.applicationId}`, { status: 'approved' });
  expect(await releaseDecisions(site.services, { actor: grace, query: {} })).toEqual({
    released: 1,
    rejected: 1,
    stillHeld: 1,
    places: { given: 0, waiting: 0, order: 'rating' },
  });
  expect(await readPlaces(site, people)).toContain('rejected -');
});
