import { afterEach, beforeEach, expect, test } from 'vitest';
import { listBrokenInvariants } from '../../operations/doctor/doctor.service.ts';
import { signUpAdmin } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import {
  createApproved,
  createPendingApplicant,
  limitPlaces,
  readFigures,
  readPlaces,
  readSubjects,
  runOffers,
} from '../../testing/places.ts';

const hour = 3_600_000;
let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  expect(await listBrokenInvariants(site.services)).toEqual([]);
  await site.close();
});

test('an organizer answers for somebody, and the next one gets the place', async () => {
  limitPlaces(site, { capacity: 1 });
  const { grace, people } = await createApproved(site, 2);
  const answer = (attending: boolean) =>
    grace.call('PUT', `/applications/${people[0]!.applicationId}/attendance`, { attending });
  expect((await answer(true)).json()).toMatchObject({ attendanceConfirmed: true });
  expect(await readPlaces(site, people)).toEqual(['approved confirmed', 'pending waiting']);
  await answer(false);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(['approved declined', 'approved offered']);
  // A late yes waits, as it does when the person gives it.
  await answer(true);
  expect(await readPlaces(site, people)).toEqual(['approved waiting', 'approved offered']);
  const history = await grace.call('GET', `/applications/${people[0]!.applicationId}/history`);
  expect(history.json().map(({ action }: { action: string }) => action)).toContain(
    'application.declined-for',
  );
  const pending = await createPendingApplicant(site);
  const early = await grace.call('PUT', `/applications/${pending.applicationId}/attendance`, {
    attending: true,
  });
  expect(early.json().code).toBe('not_confirmed_yet');
});

test('an offer is held longer once, with its reminder; not in the past, and not when it is over', async () => {
  limitPlaces(site, { capacity: 1, answerBy: { hours: 48 } });
  const { grace, people } = await createApproved(site, 1);
  const [person] = people as [(typeof people)[number]];
  // Once, for all calls: the same time again changes nothing.
  const start = site.services.now().setMilliseconds(0);
  const hold = (hours: number, by = grace) => {
    const until = new Date(start + hours * hour);
    return by.call('PUT', `/applications/${person.applicationId}/offer`, { until: until.toISOString() });
  };
  expect((await hold(-1)).statusCode).toBe(400);
  expect((await hold(72)).statusCode).toBe(200);
  expect((await hold(72)).statusCode).toBe(200);
  expect((await readSubjects(site, person)).filter((subject) => subject.startsWith('Will you'))).toHaveLength(
    1,
  );
  site.advance(49 * hour);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(['approved offered']);
  site.advance(24 * hour);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(['approved lapsed']);
  const late = await hold(100, await signUpAdmin(site));
  expect([late.statusCode, late.json().code]).toEqual([409, 'offer_over']);
});

test('a place is offered beyond the capacity with a reason, and the next free one is nobody’s', async () => {
  limitPlaces(site, { capacity: 1, holdDecisions: false });
  const { grace, people } = await createApproved(site, 2);
  const [first, second] = people as [(typeof people)[number], (typeof people)[number]];
  const path = `/applications/${second.applicationId}/offer`;
  expect((await grace.call('POST', path, { reason: ' ' })).statusCode).toBe(400);
  expect((await grace.call('POST', path, { reason: 'Brings the robots.' })).statusCode).toBe(200);
  expect((await grace.call('POST', path, { reason: 'Twice.' })).statusCode).toBe(200);
  expect(await readPlaces(site, people)).toEqual(['approved offered', 'approved offered']);
  expect(await readFigures(grace)).toMatchObject({ capacity: 1, offered: 2, free: 0, waiting: 0 });
  expect((await readSubjects(site, second)).at(-1)).toContain('You are in');
  const reasons = (await grace.call('GET', `/applications/${second.applicationId}/history`)).json();
  expect(reasons.at(-1)).toMatchObject({ action: 'application.place-given', reason: 'Brings the robots.' });
  // Two people share one place: the one that is given up goes to nobody else.
  const third = await createPendingApplicant(site);
  await grace.call('PUT', `/applications/${third.applicationId}`, { status: 'approved' });
  await first.call('PUT', '/attendance', { attending: false });
  await runOffers(site);
  expect(await readPlaces(site, [first, second, third])).toEqual([
    'approved declined',
    'approved offered',
    'pending waiting',
  ]);
});
