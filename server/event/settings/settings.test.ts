import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Event } from '../../../contract/event/event.ts';
import {
  type SectionState,
  type Settings,
  type SettingsSection,
  sectionNames,
  settingsSections,
} from '../../../contract/event/settings.ts';
import { buildApp } from '../../app.ts';
import { listBrokenInvariants, listFileProblems } from '../../operations/doctor/doctor.service.ts';
import { createServices } from '../../people-data/create-services.ts';
import { startListening } from '../../platform/live/listener.ts';
import { anonymous, signUp, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createAttendee } from '../../testing/attendees.ts';
import { defaultEvent } from '../../testing/default-event.ts';
import { sendEventFile, submitForm } from '../../testing/forms.ts';
import { scoreBody, signInJudge } from '../../testing/judges.ts';
import { Killing } from '../../testing/killing.ts';
import { createPdf } from '../../testing/pdf.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { projectText } from '../../testing/projects.ts';
import { testAgreements } from '../../testing/questions.ts';
import { getNewestVersion } from './event-versions.ts';
import { insertVersion } from './settings.queries.ts';
import { saveSettings } from './settings.service.ts';

let site: TestApp;
let instance: FastifyInstance;
let other: Awaited<ReturnType<typeof createServices>>;
let listening: ReturnType<typeof startListening>;
let grace: TestActor;
let lin: TestActor;

/** The program, and a second instance of it on the same database. */
beforeAll(async () => {
  site = await createTestApp();
  const { db, config, log } = site.services;
  other = await createServices({ db, config, log, event: defaultEvent });
  instance = await buildApp(other, { dist: '' });
  listening = startListening(other, site.database.connection);
  await listening.ready;
  grace = await signUpAdmin(site, 'Grace Hopper');
  lin = await signUpAdmin(site, 'Lin');
});
afterAll(async () => {
  await listening.stop();
  await instance.close();
  await site.close();
});

const readSettings = async (): Promise<Settings> => (await grace.call('GET', '/settings')).json();
const read = async (name: SettingsSection): Promise<SectionState> =>
  (await readSettings()).sections.find(({ section }) => section === name)!;
const save = (who: TestActor, section: SettingsSection, version: number, values: object) =>
  who.call('PUT', `/settings/${section}`, { version, values });
const getEvent = async (app = site.app) =>
  (await app.inject({ url: '/api/event', headers: { host: 'localhost:3000' } })).json();

type Values = Event;
type Schedule = Values['schedule'];

/** Returns the schedule with dinner at eight. */
function withDinnerAt8({ values }: SectionState): { schedule: Schedule } {
  const { schedule } = structuredClone(values) as { schedule: Schedule };
  const dinner = schedule[0]!.items.find(({ title }) => title === 'dinner')!;
  Object.assign(dinner, { start: '20:00', end: '21:00', time: '8-9' });
  return { schedule };
}

test('a change holds at once here and soon on the other instance, with its author', async () => {
  const before = await read('schedule');
  expect(before).toMatchObject({ version: 1, by: null, origin: 'seed' });
  const saved = await save(grace, 'schedule', 1, withDinnerAt8(before));
  expect(saved.statusCode).toBe(200);
  expect(saved.json()).toMatchObject({ version: 2, by: 'Grace Hopper', origin: 'save' });
  const dinnerOf = (event: { program: { title: string; time: string }[] }) =>
    event.program.find(({ title }) => title === 'dinner')?.time;
  expect(dinnerOf(await getEvent())).toBe('8-9');
  await vi.waitUntil(async () => dinnerOf(await getEvent(instance)) === '8-9');
  expect((await anonymous(site).call('GET', '/schedule.ics')).body).toContain('DTSTART:20250921T030000Z');
  expect((await read('event')).version).toBe(1);
});

test('an earlier state is restored', async () => {
  const { version } = await read('schedule');
  const [last, first] = (await grace.call('GET', '/settings/schedule/versions')).json();
  expect(last).toMatchObject({ version, by: 'Grace Hopper' });
  expect(first).toMatchObject({ version: 1, by: null, origin: 'seed' });
  expect((await save(lin, 'schedule', version, first.values)).json()).toMatchObject({
    ...{ version: version + 1, by: 'Lin', values: first.values },
  });
  expect((await save(grace, 'schedule', version + 1, last.values)).json().values).toEqual(last.values);
});

test('a version of the whole event is restored in one action, as a version of its own', async () => {
  const list = async () => (await grace.call('GET', '/settings/versions')).json();
  const restore = (version: number, newest: number) =>
    lin.call('POST', `/settings/versions/${version}/restore`, { newest });
  const [newest, ...earlier] = await list();
  expect(newest).toMatchObject({ by: 'Grace Hopper', origin: 'save', sections: ['schedule'] });
  expect(earlier.at(-1)).toMatchObject({ version: 1, by: null, origin: 'seed', sections: sectionNames });
  const { values } = (await grace.call('GET', '/settings/versions/1')).json();
  expect(values.name).toBe('Overnight 2025');
  const { version, values: before } = await read('event');
  await save(grace, 'event', version, { ...before, place: 'The old mill' });
  // Somebody has saved after what the page shows.
  expect((await restore(1, newest.version)).json().code).toBe('settings_changed');
  const last = newest.version + 1;
  expect((await restore(9999, last)).statusCode).toBe(404);
  expect((await restore(1, last)).json()).toEqual({ version: last + 1 });
  expect((await list())[0]).toMatchObject({ by: 'Lin', sections: ['schedule', 'event'] });
  expect(await getEvent()).toMatchObject({ place: 'ECG 101' });
  expect((await read('schedule')).values).toEqual({ schedule: values.schedule });
  expect((await grace.call('GET', '/log?kind=settings')).json()[0].action).toBe('settings.restored');
  // The same again is the event already.
  expect((await restore(1, last + 1)).json()).toEqual({ version: last + 1 });
  // Back again: nothing is lost.
  expect((await restore(last, last + 1)).statusCode).toBe(200);
  expect(await getEvent()).toMatchObject({ place: 'The old mill' });
  expect((await restore(newest.version, last + 2)).statusCode).toBe(200);
});

test('the later of two organizers is told, and nothing is stored', async () => {
  const { version, values } = await read('event');
  const saved = await save(grace, 'event', version, { ...values, name: 'Owl Hack' });
  expect(saved.statusCode).toBe(200);
  const late = await save(lin, 'event', version, { ...values, place: 'The old mill' });
  expect([late.statusCode, late.json().code]).toEqual([409, 'settings_changed']);
  expect(await getEvent()).toMatchObject({ name: 'Owl Hack' });
  // The same again is no conflict: an answer may have been lost.
  const again = await save(grace, 'event', version, { ...values, name: 'Owl Hack' });
  expect([again.statusCode, again.json()]).toEqual([200, saved.json()]);
});

test('a wrong value is named by its field, in plain words, and nothing is stored', async () => {
  const { version, values } = await read('event');
  const wrong = { ...values, timezone: 'Phoenix', dates: { start: '2025-09-21', end: '2025-09-20' } };
  const mistakes = {
    timezone: 'is not a time zone like America/Phoenix',
    'dates.end': 'is before the first day',
  };
  expect((await grace.call('POST', '/settings/event/check', { values: wrong })).json()).toEqual({
    mistakes,
    follows: [],
  });
  const refused = await save(grace, 'event', version, wrong);
  expect([refused.statusCode, refused.json().fields]).toEqual([400, mistakes]);
  const emails = { rejected: { subject: 'Hello {first name}', text: 'Hello {name}' } };
  const checked = (await grace.call('POST', '/settings/mail/check', { values: { emails } })).json();
  expect(checked.mistakes).toEqual({
    'emails.rejected.subject': 'has {first name}, which is not one of {name}, {event}, {dates}, {place}',
  });
  // Fields of other sections are left alone.
  expect((await save(grace, 'event', version, { ...values, faq: 'none' })).json().version).toBe(version);
});

test('dates that change take their label along', async () => {
  const { version, values } = await read('event');
  const dates = { start: '2026-03-14', end: '2026-03-15' };
  await save(grace, 'event', version, { ...values, dates });
  expect((await getEvent()).dates.label).toBe('March 14–15, 2026');
});

/** Saves a section over whatever was saved last. */
async function saveNewest(who: TestActor, name: SettingsSection, values: object, confirmed: string[] = []) {
  const { sections }: Settings = (await who.call('GET', '/settings')).json();
  const { version } = sections.find(({ section }) => section === name)!;
  const fields = Object.fromEntries(
    Object.entries(values).filter(([field]) => (settingsSections[name] as readonly string[]).includes(field)),
  );
  return who.call('PUT', `/settings/${name}`, { version, values: fields, confirmed });
}

test('what belongs to the dates moves with them, and what was typed in the same save stays', async () => {
  const moved = await createTestApp();
  const organizer = await signUpAdmin(moved, 'Organizer');
  const readAll = async () => {
    const { sections }: Settings = (await organizer.call('GET', '/settings')).json();
    return Object.assign(
      { version: sections[0]!.version },
      ...sections.map(({ values }) => values),
    ) as Event & {
      version: number;
    };
  };
  const put = (section: SettingsSection, values: object, confirmed?: string[]) =>
    saveNewest(organizer, section, values, confirmed);
  const before = await readAll();
  const values = { ...before, name: 'Winter Hack', dates: { start: '2027-12-04', end: '2027-12-05' } };
  const checked = await organizer.call('POST', '/settings/event/check', { values });
  expect(checked.json()).toEqual({ mistakes: {}, follows: ['schedule', 'tracks', 'places'] });
  expect((await put('event', values)).statusCode).toBe(200);
  const after = await readAll();
  expect(after.schedule.map(({ date, title }) => [date, title])).toEqual([
    ['2027-12-04', 'Sat, Dec 4'],
    ['2027-12-05', 'Sun, Dec 5'],
  ]);
  // The clock of the event stays: 11:59:59 PM and noon in Phoenix.
  expect(after.registration.closesAt).toBe('2027-12-04T06:59:59.000Z');
  expect(after.projects).toMatchObject({ deadline: '2027-12-05T19:00:00.000Z' });
  expect([before.badge, after.badge]).toEqual(['September 20-21 at ECG 101', undefined]);
  expect((await moved.app.inject({ url: '/api/event' })).json().program[0].startsAt).toBe(
    Date.parse('2027-12-04T08:30:00-07:00'),
  );
  // So does the clock of another time zone, also when both change at once. Deadlines that people know are named before.
  const elsewhere = {
    ...values,
    dates: { start: '2027-12-11', end: '2027-12-12' },
    timezone: 'Europe/Lisbon',
  };
  const { fields } = (await put('event', elsewhere)).json();
  expect(fields).toEqual({
    'registration.closesAt': 'Applications close Dec 10, 2027, 11:59 PM (was Dec 3, 2027, 11:59 PM).',
    'projects.deadline': 'Teams must submit by Dec 12, 2027, 12:00 PM (was Dec 5, 2027, 12:00 PM).',
  });
  expect((await put('event', elsewhere, Object.values(fields))).statusCode).toBe(200);
  const there = await readAll();
  expect(there.registration.closesAt).toBe('2027-12-10T23:59:59.000Z');
  expect(there.projects).toMatchObject({ deadline: '2027-12-12T12:00:00.000Z' });
  // A line of one's own stays. A caller that confirms nothing is not asked.
  const back = { ...values, badge: 'Snow and code' };
  const { version } = (await organizer.call('GET', '/settings')).json().sections[1];
  expect((await save(organizer, 'event', version, back)).statusCode).toBe(200);
  const { schedule } = structuredClone(await readAll());
  schedule[1]!.items.find(({ title }) => title === 'submission deadline')!.start = '10:00';
  expect((await put('schedule', { schedule })).json().fields).toEqual({
    'projects.deadline': 'Teams must submit by Dec 5, 2027, 10:00 AM (was Dec 5, 2027, 12:00 PM).',
  });
  const [start, end] = [0, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const { fields: close } = (await put('event', { ...back, dates: { start, end } })).json();
  expect(close['registration.closesAt']).toMatch(/, which is in the past \(was Dec 3, 2027, 11:59 PM\)\.$/);
  expect((await put('event', { ...values, badge: 'Snow and code', place: 'Hall 2' })).statusCode).toBe(200);
  expect((await readAll()).badge).toBe('Snow and code');
  // Times are written as the locale writes them.
  expect((await put('event', { ...values, locale: 'de-DE' })).statusCode).toBe(200);
  const times = (await readAll()).schedule[0]!.items.map(({ time }) => time);
  expect(times.slice(0, 3)).toEqual(['8:30-10:00', '10:00-11:00', '11:00-11:30']);
  expect(times.every((time) => !/M$/.test(time))).toBe(true);
  await moved.close();
});

test('the deadline of projects and its row in the schedule follow each other', async () => {
  const moved = await createTestApp();
  const organizer = await signUpAdmin(moved, 'Organizer');
  const readSection = async (name: SettingsSection) =>
    ((await organizer.call('GET', '/settings')).json() as Settings).sections.find(
      ({ section }) => section === name,
    )! as SectionState & { values: Event };
  const put = (section: SettingsSection, values: object) => saveNewest(organizer, section, values);
  const row = ({ values: { schedule } }: { values: Event }) =>
    schedule[1]!.items.find(({ title }) => title === 'submission deadline')!;
  const tracks = await readSection('tracks');
  const projects = tracks.values.projects as Exclude<Event['projects'], false>;
  const later = { ...projects, deadline: '2025-09-21T13:30:00-07:00' };
  expect((await put('tracks', { ...tracks.values, projects: later })).statusCode).toBe(200);
  const schedule = await readSection('schedule');
  expect(row(schedule)).toMatchObject({ start: '13:30', time: '1:30' });
  const items = schedule.values.schedule.map((day) => ({
    ...day,
    items: day.items.map((item) =>
      item.title === 'submission deadline' ? { ...item, start: '11:15' } : item,
    ),
  }));
  expect((await put('schedule', { schedule: items })).statusCode).toBe(200);
  const { projects: followed } = (await readSection('tracks')).values;
  expect(followed).toMatchObject({ deadline: '2025-09-21T18:15:00.000Z' });
  await moved.close();
});

test('what can hardly be meant is named and wants a yes; what no event can have is refused', async () => {
  const asked = await createTestApp();
  const organizer = await signUpAdmin(asked, 'Organizer');
  const readSection = async (name: SettingsSection) =>
    ((await organizer.call('GET', '/settings')).json() as Settings).sections.find(
      ({ section }) => section === name,
    )!.values as unknown as Event;
  const put = async (section: SettingsSection, values: object, confirmed: string[] = []) => {
    const answer = await saveNewest(organizer, section, values, confirmed);
    return [answer.statusCode, answer.json().fields];
  };
  const event = await readSection('event');
  expect(await put('event', { ...event, dates: { start: '0007-09-20', end: '2025-09-21' } })).toEqual([
    400,
    { 'dates.start': 'is in the year 7' },
  ]);
  const far = { ...event, dates: { start: '2062-09-20', end: '2062-09-21' } };
  const question = 'The event begins more than two years from now: 2062-09-20.';
  expect(await put('event', far)).toEqual([409, { 'dates.start': question }]);
  expect((await readSection('event')).dates.start).toBe('2025-09-20');
  const places = await readSection('places');
  const late = { ...places, registration: { ...places.registration, closesAt: '2028-09-19T23:59:59-07:00' } };
  const [status, fields] = await put('places', late);
  const closing = 'Registration closes after the event: Sep 19, 2028, 11:59 PM.';
  expect([status, fields]).toEqual([409, { 'registration.closesAt': closing }]);
  const tracks = await readSection('tracks');
  const projects = tracks.projects as Exclude<Event['projects'], false>;
  const open = { ...tracks, projects: { ...projects, galleryOpensAt: '2025-09-21T12:00:00-07:00' } };
  const [, doubts] = (await put('tracks', open)) as [number, Record<string, string>];
  expect(Object.values(doubts)).toEqual(['The gallery opens to everybody as soon as this is saved.']);
  expect((await put('tracks', open, Object.values(doubts)))[0]).toBe(200);
  // It is asked once.
  expect((await put('tracks', { ...open, specialCategories: [] }))[0]).toBe(200);
  expect((await put('event', far, [question]))[0]).toBe(200);
  const { schedule } = await readSection('schedule');
  const [day, ...days] = schedule;
  const swapped = { ...day!.items[0]!, title: 'Hacking', start: '10:30', end: '09:30' };
  const tooLong = { schedule: [{ ...day!, items: [swapped, ...day!.items.slice(1)] }, ...days] };
  const sentence = '“Hacking” lasts 23 hours: 10:30 AM-9:30 AM.';
  expect(await put('schedule', tooLong)).toEqual([409, { 'schedule.0.items.0.end': sentence }]);
  // An event that lies ahead is moved to days that are over; once it is over, it can be moved among them.
  const past = { ...event, dates: { start: '2024-09-20', end: '2024-09-21' } };
  const over = 'With these dates, the event is over already.';
  expect(await put('event', past, [])).toMatchObject([409, { 'dates.start': over }]);
  expect((await put('event', past, [over, ...Object.values(doubts)]))[0]).toBe(200);
  expect((await put('event', { ...past, dates: event.dates }))[0]).toBe(200);
  await asked.close();
});

test('a track that somebody chose stays, with its reason', async () => {
  expect((await submitForm(await signUp(site), { track: 'Clozyt Track' })).statusCode).toBe(201);
  const reason = '1 application chose “Clozyt Track”, so the track and its id stay. Its title can change.';
  expect((await readSettings()).locked['tracks.1.id']).toBe(reason);
  const { version, values } = await read('tracks');
  const tracks = values.tracks as { id: string; title: string }[];
  const without = { ...values, tracks: tracks.filter(({ id }) => id !== 'Clozyt Track') };
  const checked = await grace.call('POST', '/settings/tracks/check', { values: without });
  expect(checked.json().mistakes).toEqual({ 'tracks.1.id': reason });
  const refused = await save(grace, 'tracks', version, without);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    `This can no longer be changed. ${reason}`,
  ]);
  const renamed = tracks.map((track) =>
    track.id === 'Clozyt Track' ? { ...track, title: 'Clothes' } : track,
  );
  expect((await save(grace, 'tracks', version, { ...values, tracks: renamed })).statusCode).toBe(200);
  expect((await getEvent()).tracks[1].title).toBe('Clothes');
  // A version without the track meets the same lock.
  const { db, now } = site.services;
  const { version: newest, document } = await getNewestVersion(db);
  const other = {
    version: newest + 1,
    sections: ['tracks' as const],
    origin: 'import' as const,
    by: null,
    at: now(),
  };
  const kept = document.tracks.filter(({ id }) => id !== 'Clozyt Track');
  await insertVersion(db, { ...other, document: { ...document, tracks: kept } });
  await insertVersion(db, { ...other, version: newest + 2, document });
  const restored = await grace.call('POST', `/settings/versions/${newest + 1}/restore`, {
    newest: newest + 2,
  });
  expect([restored.statusCode, restored.json().message]).toEqual([
    409,
    `This can no longer be changed. ${reason}`,
  ]);
});

test('projects go and come back without a restart, and stay once one is entered', async () => {
  const { version, values } = await read('tracks');
  const list = async () => (await grace.call('GET', '/projects')).statusCode;
  const document = async () => (await grace.call('GET', '/openapi.json')).body;
  expect([await list(), (await document()).includes('/projects/mine')]).toEqual([200, true]);
  const off = await save(grace, 'tracks', version, { ...values, projects: false });
  expect(off.statusCode).toBe(200);
  expect([await list(), (await document()).includes('/projects/mine')]).toEqual([404, false]);
  expect((await grace.call('POST', '/projects/import', {})).statusCode).toBe(404);
  expect(await getEvent()).not.toHaveProperty('projects');

  const criterion = { key: 'reach', label: 'Reach', weight: 90, description: 'Who hears of it?' };
  const prize = { key: 'press', label: 'Press prize', judgedBy: 'The paper', rubric: 'press' };
  const withPrize = (weight: number) => ({
    ...values,
    projects: {
      deadline: '2026-03-15T12:00:00-07:00',
      prizes: [prize],
      // As a page of before sends it, when rubrics of prizes stood beside them.
      rubrics: { press: [{ ...criterion, weight }] },
    },
  });
  expect((await save(grace, 'tracks', off.json().version, withPrize(90))).json().fields).toEqual({
    'rubric.press': 'must have criteria whose weights add up to 100',
  });
  const on = await save(grace, 'tracks', off.json().version, withPrize(100));
  expect(on.statusCode).toBe(200);
  expect((await getEvent()).projects.prizes.at(-1)).toMatchObject({
    judging: { by: 'The paper', rubric: [{ label: 'Reach' }] },
  });
  expect(await list()).toBe(200);
  const track = 'Hacker Track';
  const row = { ...projectText, track, source: 'https://devpost.example/far', updated_at: new Date() };
  await site.services.db.insertInto('projects').values(row).execute();
  const locked = await save(grace, 'tracks', on.json().version, { ...values, projects: false });
  expect(locked.json().message).toContain('1 project is entered, so the event keeps them.');
});

test('what the form asks changes at once, and a question about a missing track is refused', async () => {
  const { version, values } = await read('form');
  const question = { id: 'pet', type: 'text', label: 'Your pet', required: true };
  const saved = await save(grace, 'form', version, { ...values, questions: [question] });
  expect((await submitForm(await signUp(site), { track: 'Hacker Track' })).json().message).toContain(
    'Your pet',
  );
  const wrong = { ...values, questions: [{ ...question, tracks: ['Sailing'] }] };
  expect((await save(grace, 'form', saved.json().version, wrong)).json().fields).toEqual({
    'questions.0.tracks': 'must not name a track that the event does not have: Sailing',
  });
  await save(grace, 'form', saved.json().version, values);
});

test('a question or a choice that people have answered with is removed only after a yes', async () => {
  const { values } = await read('form');
  const level = { id: 'level', type: 'several', label: 'Levels', required: false, options: ['One', 'Two'] };
  const saveQuestions = async (questions: object[], confirmed: string[] = []) => {
    const { statusCode, ...answer } = await saveNewest(grace, 'form', { ...values, questions }, confirmed);
    return [statusCode, Object.values(answer.json().fields ?? {})];
  };
  expect(await saveQuestions([level])).toEqual([200, []]);
  const answers = JSON.stringify({ level: ['Two'] });
  const clock = vi
    .spyOn(site.services, 'now')
    .mockImplementation(() => new Date(`${site.services.event.dates.start}T00:00Z`));
  expect((await submitForm(await signUp(site), { answers })).statusCode).toBe(201);
  const chose = '1 person chose “Two” for “Levels”. Their answers stay as they are.';
  const answered = '1 person answered “Levels”. Their answers stay as they are.';
  expect(await saveQuestions([{ ...level, options: ['Two', 'Three'] }])).toEqual([200, []]);
  expect(await saveQuestions([{ ...level, options: ['Three', 'Four'] }])).toEqual([409, [chose]]);
  expect(await saveQuestions([])).toEqual([409, [answered]]);
  expect(await saveQuestions([], [answered])).toEqual([200, []]);
  clock.mockRestore();
});

test('nothing secret leaves', async () => {
  const text = (await grace.call('GET', '/settings')).body;
  const { secretKey, reviewPassword } = site.services.config as unknown as Record<string, string>;
  for (const secret of [secretKey, reviewPassword]) if (secret) expect(text).not.toContain(secret);
});

test('a picture for the public pages is opened, encoded anew, and served to everybody with safe headers', async () => {
  const { statusCode, body } = await sendEventFile(grace, await createTestPicture());
  expect(statusCode).toBe(201);
  const { address } = JSON.parse(body);
  const served = await anonymous(site).call('GET', address);
  expect(served.statusCode).toBe(200);
  expect(served.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect((await sharp(served.rawPayload).metadata()).format).toBe('jpeg');
  const refused = await sendEventFile(grace, createPdf({ text: ['<svg onload=alert(1)>'] }));
  expect(refused.json().code).toBe('event_file_unknown');
  expect(await listFileProblems(site.services)).toEqual([]);
  expect(await listBrokenInvariants(site.services)).toEqual([]);
});

test('killed at any statement, a save leaves the old settings or the new ones', async () => {
  const before = await read('check-in');
  const params = { section: 'check-in' as const };
  const [first] = before.values.checkpoints as object[];
  const body = { version: before.version, values: { checkpoints: [{ ...first, name: 'Main door' }] } };
  const run = (statements: number) => {
    const db = site.services.db.withPlugin(new Killing(statements)) as TestApp['services']['db'];
    const call = { actor: grace, params, body } as unknown as Parameters<typeof saveSettings>[1];
    return saveSettings({ ...site.services, db }, call).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed');
        return false;
      },
    );
  };
  const audited = () =>
    site.services.db.selectFrom('audit').where('subject', '=', 'check-in').selectAll().execute();
  let statements = 0;
  while (!(await run(statements))) {
    statements += 1;
    expect(await read('check-in')).toEqual(before);
    expect(await audited()).toEqual([]);
  }
  expect(statements).toBeGreaterThan(4);
  expect(await read('check-in')).toMatchObject({ values: body.values });
  expect(await audited()).toHaveLength(1);
});

test('what is called like what every object inherits is used by nobody, and can be removed', async () => {
  const own = { id: 'constructor', key: 'constructor' };
  const tracks = await read('tracks');
  const { tracks: known, specialCategories, projects } = tracks.values as Values;
  const added = {
    tracks: [...known, { ...known[0], ...own, slug: 'constructor', title: 'Builders' }].map(
      ({ key: _, ...track }: object & { key?: string }) => track,
    ),
    specialCategories: [...specialCategories, { ...specialCategories[0], key: 'constructor' }],
    projects: projects && { ...projects, prizes: [...projects.prizes, { key: 'to-string', label: 'Text' }] },
  };
  const withTrack = await save(grace, 'tracks', tracks.version, added);
  expect(withTrack.statusCode, withTrack.body).toBe(200);
  const checkIn = await read('check-in');
  const { checkpoints } = checkIn.values as Values;
  const gate = { id: 'constructor', name: 'Gate' };
  const withGate = await save(grace, 'check-in', checkIn.version, { checkpoints: [...checkpoints, gate] });
  expect(Object.values((await readSettings()).locked).join()).not.toMatch(/constructor/);
  expect((await save(grace, 'check-in', withGate.json().version, checkIn.values)).statusCode).toBe(200);
  expect((await save(grace, 'tracks', withTrack.json().version, tracks.values)).statusCode).toBe(200);
  const unknown = await grace.call('PUT', '/settings/check-in', { constructor: 1, version: 1, values: {} });
  expect(unknown.json().fields).toEqual({ constructor: 'is not known here' });
});

test('what people have used stays, and what they have not can change', async () => {
  /** Returns the fields that a change of a section is refused for. */
  const refused = async (section: SettingsSection, change: (values: Values) => object) => {
    const { values } = await read(section);
    const changed = { ...values, ...change(values as Values) };
    const checked = await grace.call('POST', `/settings/${section}/check`, { values: changed });
    return Object.keys(checked.json().mistakes);
  };
  const { version, values } = await read('form');
  await save(grace, 'form', version, { ...values, agreements: testAgreements.slice(0, 1) });
  await submitForm(await signUp(site), { agreements: JSON.stringify({ conduct: '1' }) });
  const conduct = (change: object) => () => ({ agreements: [{ ...testAgreements[0], ...change }] });
  expect(await refused('form', conduct({ text: 'I follow it.' }))).toEqual(['agreements.0.text']);
  expect(await refused('form', conduct({ text: 'I follow it.', version: '2' }))).toEqual([]);

  const people = [await createAttendee(site, {}), await createAttendee(site, {})];
  const capacity = (places: number) => () => ({ capacity: places });
  expect(await refused('places', capacity(people.length - 1))).toEqual(['capacity']);
  expect(await refused('places', capacity(people.length))).toEqual([]);
  // More people than places, as after an import: no other section waits for that, and no place less is possible.
  const { version: newest, document } = await getNewestVersion(site.services.db);
  const tight = { ...document, capacity: 1 };
  const origin = { sections: ['places' as const], origin: 'import' as const, by: null };
  await insertVersion(site.services.db, { ...origin, version: newest + 1, document: tight });
  expect(await refused('tracks', () => ({ specialCategories: [] }))).toEqual([]);
  expect(await refused('places', () => ({ showUpRate: 0.5 }))).toEqual([]);
  expect((await readSettings()).locked.capacity).toBe(
    `Must be at least 1: ${people.length} places are taken or offered.`,
  );
  await insertVersion(site.services.db, { ...origin, version: newest + 2, document });

  await grace.call('POST', '/applications/check-in', { userId: people[0]!.id });
  const gate = { id: 'gate', name: 'Gate' };
  const gateFirst = ({ checkpoints }: Values) => ({ checkpoints: [gate, ...checkpoints] });
  expect(await refused('check-in', gateFirst)).toEqual(['checkpoints.0.id']);
  expect(await refused('check-in', ({ checkpoints }) => ({ checkpoints: [...checkpoints, gate] }))).toEqual(
    [],
  );

  const judge = await signInJudge(site);
  expect((await judge.call('POST', '/scores', scoreBody())).statusCode).toBe(201);
  const criteria = (change: (at: number) => object) => (of: Values) => ({
    rubric: { ...of.rubric, hacker: of.rubric.hacker!.map((each, at) => ({ ...each, ...change(at) })) },
  });
  const weights = (at: number) => ({ weight: [96, 1, 1, 1, 1][at] });
  expect(await refused('judging', criteria(weights))).toEqual(['rubric.hacker']);
  const toStartup = ({ tracks }: Values) => ({
    tracks: tracks.map((track) => ({ ...track, rubric: 'startup' })),
  });
  expect(await refused('tracks', toStartup)).toEqual(['tracks.0.rubric']);
  expect(await refused('judging', ({ rubric: { hacker: _, ...others } }) => ({ rubric: others }))).toContain(
    'rubric.hacker',
  );
  expect(
    await refused(
      'judging',
      criteria((at) => ({ label: `Criterion ${at}` })),
    ),
  ).toEqual([]);
});
