import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Application } from '../../../contract/apply/applications.ts';
import type { Settings } from '../../../contract/event/settings.ts';
import { checkEvent, toDocument } from '../../event/event-document.ts';
import { insertVersion } from '../../event/settings/settings.queries.ts';
import { listBrokenInvariants } from '../../operations/doctor/doctor.service.ts';
import { signUpAdmin } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import {
  answer,
  createApproved,
  createPendingApplicant,
  limitPlaces,
  readFigures,
  readPlaces,
  readSubjects,
  runOffers,
  type TestApplicant,
} from '../../testing/places.ts';
import { updateAttendance } from '../applications/attendance.service.ts';

type Trio = [TestApplicant, TestApplicant, TestApplicant];
const hour = 3_600_000;
let site: TestApp;
beforeEach(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  expect(await listBrokenInvariants(site.services)).toEqual([]);
  await site.close();
});

test('what is approved beyond the capacity waits, and the next gets what a no frees', async () => {
  limitPlaces(site, { capacity: 2, showUpRate: 0.5 });
  const { grace, people } = await createApproved(site, 4);
  const [first, second, third] = people as Trio;
  expect(await readPlaces(site, people)).toEqual([
    'approved offered',
    'approved offered',
    'pending waiting',
    'pending waiting',
  ]);
  expect(await readSubjects(site, third)).toEqual(['You are on the waitlist: Overnight 2025']);
  expect((await answer(third, true)).json().code).toBe('not_confirmed_yet');
  expect((await answer(first, true)).json()).toEqual({ attendanceConfirmed: true });
  expect((await answer(second, false)).json()).toEqual({ attendanceConfirmed: false });
  expect(await readFigures(grace)).toEqual({
    ...{ capacity: 2, offered: 0, yes: 1, no: 1, silent: 0, free: 1, waiting: 2, expected: 1 },
  });
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual([
    'approved confirmed',
    'approved declined',
    'approved offered',
    'pending waiting',
  ]);
  expect((await readSubjects(site, third)).at(-1)).toBe('You are in: Overnight 2025');
  const { _id, status } = (await third.call('GET', '/applications/me')).json<{ data: Application }>().data;
  const history = (await grace.call('GET', `/applications/${_id}/history`)).json<{ action: string }[]>();
  expect([status, ...history.map(({ action }) => action)]).toEqual([
    'approved',
    'application.waitlisted',
    'application.offered',
  ]);
});

test('more places are asked about while somebody waits: how many get one, and an email', async () => {
  limitPlaces(site, { capacity: 1 });
  await insertVersion(site.services.db, {
    ...{ version: 2, document: toDocument(site.services.event), sections: ['places'] },
    ...{ origin: 'import', by: null },
  });
  const { grace, people } = await createApproved(site, 4);
  const save = async (changes: object, confirmed: string[] = []) => {
    const { sections } = (await grace.call('GET', '/settings')).json<Settings>();
    const { version, values } = sections.find(({ section }) => section === 'places')!;
    const body = { version, values: { ...values, ...changes }, confirmed };
    const answered = await grace.call('PUT', '/settings/places', body);
    return [answered.statusCode, answered.json().fields];
  };
  const one = '1 person on the waitlist gets a place now, and an email.';
  const all = '3 people on the waitlist get a place now, and an email.';
  expect(await save({ capacity: 2 })).toEqual([409, { capacity: one }]);
  expect(await save({ capacity: 20 })).toEqual([409, { capacity: all }]);
  // Neither a deadline nor fewer places give anybody one.
  expect((await save({ answerBy: { hours: 48 } }))[0]).toBe(200);
  expect(await save({ capacity: 3 }, [one])).toMatchObject([409, {}]);
  const countJobs = async () =>
    (
      await site.database.pool.query(
        "select from graphile_worker.jobs where task_identifier = 'offer-places'",
      )
    ).rowCount!;
  const queued = await countJobs();
  expect((await save({ capacity: 2 }, [one]))[0]).toBe(200);
  expect(await countJobs()).toBe(queued + 1);
  await runOffers(site);
  expect((await readPlaces(site, people)).slice(1)).toEqual([
    'approved offered',
    'pending waiting',
    'pending waiting',
  ]);
  // With nobody waiting there is nothing to ask.
  expect((await save({ capacity: 20 }, ['2 people on the waitlist get a place now, and an email.']))[0]).toBe(
    200,
  );
  await runOffers(site);
  expect((await save({ capacity: 30 }))[0]).toBe(200);
});

test('without a waitlist an approval beyond the capacity is refused', async () => {
  limitPlaces(site, { capacity: 1, waitlist: false });
  const { grace, people } = await createApproved(site, 2);
  expect(await readPlaces(site, people)).toEqual(['approved offered', 'pending -']);
  const refused = await grace.call('PUT', `/applications/${people[1]!.applicationId}`, {
    status: 'approved',
  });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'event_full']);
});

test('an offer is held until a moment, is reminded of once, and lapses; the next one gets the place', async () => {
  limitPlaces(site, { capacity: 2, answerBy: { hours: 48 } });
  const { grace: organizer, people } = await createApproved(site, 3);
  const [first, early, second] = people as Trio;
  const { place } = (await first.call('GET', '/applications/me')).json().data;
  expect(Date.parse(place.until) - Date.now()).toBeGreaterThan(47.9 * hour);
  const mail = () =>
    site.services.db.selectFrom('mails').selectAll().where('user_id', '=', first.id).execute();
  expect((await mail())[0]?.text).toContain('Your place is held until ');
  const arrived = await organizer.call('POST', '/applications/check-in', { userId: early.id });
  expect(arrived.statusCode).toBe(200);
  site.advance(23 * hour);
  await runOffers(site);
  expect(await mail()).toHaveLength(1);
  site.advance(2 * hour);
  for (const _repeat of [1, 2]) await runOffers(site);
  expect(await readSubjects(site, first)).toEqual([
    'You are in: Overnight 2025',
    'Will you come? Your place at Overnight 2025',
  ]);
  site.advance(24 * hour);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual([
    'approved lapsed',
    'approved confirmed',
    'approved offered',
  ]);
  await runOffers(site);
  expect((await readSubjects(site, first)).slice(2)).toEqual([
    'Your place at Overnight 2025 is no longer held',
  ]);
  // A person who is checked in gets no reminder.
  expect(await readSubjects(site, early)).toEqual(['You are in: Overnight 2025']);
  const grace = await signUpAdmin(site);
  expect(await readFigures(grace)).toMatchObject({ offered: 1, yes: 1, silent: 1, free: 0, waiting: 0 });

  // At the station it is a warning, never a refusal.
  const shown = (await grace.call('POST', '/check-ins/read', { userId: first.id })).json();
  const [found] = (await grace.call('GET', '/applications/search?term=Person 1')).json();
  const { people: roster } = (await grace.call('GET', '/check-ins/roster')).json();
  expect([shown.lostPlace, found.lostPlace, roster.map((one: typeof found) => one.lostPlace)]).toEqual([
    'lapsed',
    'lapsed',
    ['lapsed', undefined, undefined],
  ]);
  const admitted = await grace.call('POST', '/applications/check-in', { userId: first.id });
  expect(admitted.statusCode).toBe(200);
  // A person who is there takes a place.
  await updateAttendance(site.services, { actor: second, body: { attending: false } });
  expect(await readFigures(grace)).toMatchObject({ offered: 0, yes: 2, no: 1, silent: 0, free: 0 });
  const { coming } = (await grace.call('GET', '/applications/statistics')).json();
  expect(coming).toEqual({ yes: 2, no: 1, silent: 0 });
});

test('a late yes takes a free place, waits for one, or is refused', async () => {
  limitPlaces(site, { capacity: 1 });
  const { people } = await createApproved(site, 2);
  const [first, second] = people as Trio;
  await answer(first, false);
  await runOffers(site);
  expect((await answer(first, true)).json()).toEqual({ attendanceConfirmed: false });
  expect(await readPlaces(site, people)).toEqual(['approved waiting', 'approved offered']);
  await answer(second, false);
  expect((await answer(second, true)).json()).toEqual({ attendanceConfirmed: false });
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(['approved offered', 'approved waiting']);
  await answer(second, false);
  await answer(first, false);
  expect((await answer(second, true)).json()).toEqual({ attendanceConfirmed: true });
  site.services.event.waitlist = false;
  const refused = await answer(first, true);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_place_free']);
});

test('places are offered by date, by rating, or as organizers moved people', async () => {
  limitPlaces(site, { capacity: 1 });
  const { grace, people } = await createApproved(site, 5);
  const ids = people.map(({ applicationId }) => applicationId);
  const list = async () => {
    const { order, people } = (await grace.call('GET', '/waitlist')).json();
    return [order, ...people.map(({ name }: { name: string }) => name.slice(-1))].join(' ');
  };
  const free = async () => {
    for (const person of people) {
      const { place } = (await person.call('GET', '/applications/me')).json().data;
      if (place.state === 'offered') await answer(person, false);
    }
    await runOffers(site);
  };
  const positions = async () => {
    const all = people.map(async (person) => (await person.call('GET', '/applications/me')).json().data);
    return (await Promise.all(all)).map(({ place }) => place.position ?? 0).join(' ');
  };
  expect(await list()).toBe('date 2 3 4 5');
  expect(await positions()).toBe('0 1 2 3 4');
  for (const [index, rating] of [
    [3, 5],
    [2, 3],
  ] as const)
    await grace.call('PUT', `/applications/${ids[index]}/review`, { rating, note: '' });
  await grace.call('PUT', '/waitlist/order', { order: 'rating' });
  expect(await list()).toBe('rating 4 3 2 5');
  expect(await positions()).toBe('0 3 2 1 4');
  await free();
  expect(await list()).toBe('rating 3 2 5');
  await grace.call('PUT', `/waitlist/${ids[4]}`, { position: 1 });
  expect(await list()).toBe('hand 5 3 2');
  await free();
  expect(await list()).toBe('hand 3 2');
  expect((await grace.call('PUT', `/waitlist/${ids[0]}`, { position: 1 })).statusCode).toBe(404);
});

test('who withdraws or deletes the account frees the place; who comes back gets one only if it is free', async () => {
  limitPlaces(site, { capacity: 2 });
  const { people } = await createApproved(site, 4);
  const [first, second, third] = people as Trio;
  await answer(first, true);
  await first.call('POST', '/applications/withdraw');
  await runOffers(site);
  await first.call('POST', '/applications/restore');
  expect(await readPlaces(site, people)).toEqual([
    'approved lapsed',
    'approved offered',
    'approved offered',
    'pending waiting',
  ]);
  await second.call('DELETE', '/users/me');
  await runOffers(site);
  expect(await readPlaces(site, people.slice(2))).toEqual(['approved offered', 'approved offered']);
  await third.call('POST', '/applications/withdraw');
  await third.call('POST', '/applications/restore');
  expect(await readPlaces(site, [third])).toEqual(['approved offered']);
});

test('a message goes to those who wait, have not answered, or let their offer lapse', async () => {
  limitPlaces(site, { capacity: 2, answerBy: { hours: 48 } });
  const { people } = await createApproved(site, 4);
  await answer(people[0]!, true);
  const count = async (place: string) => {
    const grace = await signUpAdmin(site);
    const draft = { subject: '', text: '', segment: { place }, aboutPlace: false };
    return (await grace.call('POST', '/announcements/preview', draft)).json().receivers;
  };
  expect([await count('waiting'), await count('offered'), await count('lapsed')]).toEqual([2, 1, 0]);
  site.advance(49 * hour);
  await runOffers(site);
  expect([await count('waiting'), await count('offered'), await count('lapsed')]).toEqual([1, 1, 1]);
});

test('walk-ins count against the capacity', async () => {
  limitPlaces(site, { capacity: 2 });
  site.services.event.walkIns = true;
  const { grace } = await createApproved(site, 1);
  expect(await readFigures(grace)).toMatchObject({ free: 1 });
  const person = { name: 'Walker', email: 'w@example.org', tShirtSize: 'M', dietaryRestrictions: 'vegan' };
  const admitted = await grace.call('PUT', `/walk-ins/${crypto.randomUUID()}/check-in`, { person });
  expect(admitted.statusCode).toBe(200);
  expect(await readFigures(grace)).toMatchObject({ free: 0 });
  const next = await createPendingApplicant(site);
  await grace.call('PUT', `/applications/${next.applicationId}`, { status: 'approved' });
  expect(await readPlaces(site, [next])).toEqual(['pending waiting']);
});

test('after the event nobody is offered a place', async () => {
  limitPlaces(site, { capacity: 1 });
  const { people } = await createApproved(site, 2);
  await answer(people[0]!, false);
  site.advance(40 * 24 * hour);
  await runOffers(site);
  expect(await readPlaces(site, people)).toEqual(['approved declined', 'pending waiting']);
});

test('the doctor finds more offers and answers of yes than places', async () => {
  limitPlaces(site, { capacity: 2 });
  await createApproved(site, 2);
  site.services.event.capacity = 1;
  expect((await listBrokenInvariants(site.services)).join()).toContain('at most the event’s 1 places');
  site.services.event.capacity = 2;
});

test('mistakes in the settings of places are named', async () => {
  const messageOf = (changes: object) => {
    try {
      checkEvent({ ...defaultDocument, ...changes });
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  expect(messageOf({ capacity: 200, answerBy: { hours: 48 }, waitlist: true })).toBe('');
  expect(messageOf({ capacity: 200, answerBy: '2025-09-10T12:00:00-07:00' })).toBe('');
  expect(messageOf({ waitlist: true })).toBe('waitlist: needs a number of places (capacity)');
  expect(messageOf({ capacity: 0, showUpRate: 60 })).toBe(
    'capacity: is less than 1\nshowUpRate: is more than 1',
  );
  expect(messageOf({ capacity: 2, answerBy: 'tomorrow' })).toContain('answerBy: is not a time with offset');
  expect(messageOf({ capacity: 2, answerBy: { hours: 0 } })).toContain('answerBy');
});
