import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventDocument } from '../../contract/event/event.ts';
import { parseZonedTime } from '../../contract/platform/zoned-time.ts';
import { anonymous, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { defaultDocument } from '../testing/default-event.ts';
import { formatCalendar } from './calendar.ts';
import { checkEvent, EventError } from './event-document.ts';

type Track = EventDocument['tracks'][number];
let site: TestApp;
let visitor: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  visitor = anonymous(site);
});
afterAll(() => site.close());

function entries(file: string) {
  const component = new ICAL.Component(ICAL.parse(file) as string);
  return component.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
}

test('anybody can read the event, without what pages do not need', async () => {
  const { statusCode, json } = await visitor.call('GET', '/event');
  expect(statusCode).toBe(200);
  const event = json();
  expect(event.name).toBe('Overnight 2025');
  expect(event.tracks.map((track: { id: string }) => track.id)).toEqual([
    'Hacker Track',
    'Clozyt Track',
    'Startup Track',
  ]);
  expect(event.checkpoints[0]).toEqual({ id: 'entrance', name: 'Entrance' });
  expect(event.rubric.hacker.map((c: { weight: number }) => c.weight)).toEqual([25, 25, 20, 15, 15]);
  expect(event.wallets).toEqual({ apple: false, google: false });
  expect(Object.keys(event)).not.toContain('schedule');
});

test('registration stays open after the deadline unless the event enforces it', async () => {
  expect((await visitor.call('GET', '/event')).json().registration.open).toBe(true);
  const original = site.services.event.registration;
  site.services.event.registration = { closesAt: '2025-09-19T23:59:59-07:00', enforce: true };
  expect((await visitor.call('GET', '/event')).json().registration.open).toBe(false);
  site.services.event.registration = original;
});

test('the calendar has every item of the schedule at the right instant', async () => {
  const answer = await visitor.call('GET', '/schedule.ics');
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const found = entries(answer.body).map(({ summary, startDate, endDate, location, description }) => ({
    summary,
    location,
    description,
    start: startDate.toJSDate().toISOString(),
    end: endDate.toJSDate().toISOString(),
  }));
  const { schedule, place } = defaultDocument;
  expect(found.map(({ summary }) => summary)).toEqual(
    schedule.flatMap(({ items }) => items.map(({ title }) => `${title} (Overnight 2025)`)),
  );
  // Phoenix is seven hours behind UTC all the year round.
  expect(found[0]).toEqual({
    summary: 'check-ins and breakfast (Overnight 2025)',
    location: place,
    description: null,
    start: '2025-09-20T15:30:00.000Z',
    end: '2025-09-20T17:00:00.000Z',
  });
  expect(found[1]?.description).toBe('- welcome\n- rules\n- track intros');
  const overnight = found.find(({ summary }) => summary.startsWith('venue open overnight'));
  expect([overnight?.start, overnight?.end]).toEqual([
    '2025-09-21T05:00:00.000Z',
    '2025-09-21T15:00:00.000Z',
  ]);
  const deadline = found.find(({ summary }) => summary.startsWith('submission deadline'));
  expect(deadline?.end).toBe(deadline?.start);
});

const edition = { host: 'hack.example.org', madeAt: new Date('2025-01-01T00:00:00Z'), version: 1 };

test('an entry keeps its id when others are inserted or moved, and says which version it is of', async () => {
  const changed = structuredClone(defaultDocument);
  const items = changed.schedule[0]!.items;
  const moved = items.pop()!;
  items.unshift(
    { ...moved, start: '07:00', end: '07:10' },
    { ...items[0]!, title: 'Sunrise' },
    { ...items[0]!, title: 'Sunrise' },
  );
  items[5]!.start = '09:59';
  const read = (document: typeof changed, version: number) =>
    entries(formatCalendar(checkEvent(document), { ...edition, version }));
  const [before, after] = [read(defaultDocument, 3), read(changed, 4)];
  const titles = new Map(after.map(({ summary, uid }) => [uid, summary]));
  expect(before.map(({ uid }) => titles.get(uid))).toEqual(before.map(({ summary }) => summary));
  expect(titles.size).toBe(before.length + 2);
  expect([before[0]?.sequence, after[0]?.sequence]).toEqual([3, 4]);
  const sequence = async () => entries((await visitor.call('GET', '/schedule.ics')).body)[0]?.sequence;
  expect(await sequence()).toBe(1);
});

test('the calendar is one entry for the whole event, if asked', async () => {
  const { body } = await visitor.call('GET', '/schedule.ics?as=one');
  const found = entries(body);
  expect(found.map(({ summary, location }) => [summary, location])).toEqual([
    ['Overnight 2025', defaultDocument.place],
  ]);
  const all = entries((await visitor.call('GET', '/schedule.ics')).body);
  const times = (list: typeof all) =>
    list.flatMap(({ startDate, endDate }) => [startDate.toJSDate().getTime(), endDate.toJSDate().getTime()]);
  expect(times(found)).toEqual([Math.min(...times(all)), Math.max(...times(all))]);
  expect((await visitor.call('GET', '/schedule.ics?as=none')).statusCode).toBe(400);
});

test('every line of the calendar ends with CRLF and fits into 75 bytes, for any text', async () => {
  const changed = structuredClone(defaultDocument);
  const title =
    'Käse; brød, \\ and a very long title with 漢字 and emoji 🎉 so that the line must be folded twice or more';
  changed.schedule[0]!.items[0]!.title = title;
  const file = formatCalendar(checkEvent(changed), edition);
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n\ufffd]/);
  }
  expect(entries(file)[0]?.summary).toBe(`${title} (Overnight 2025)`);
});

test.each([
  ['2025-07-01', '12:00', 'Europe/Berlin', '2025-07-01T10:00:00.000Z'],
  ['2025-12-01', '12:00', 'Europe/Berlin', '2025-12-01T11:00:00.000Z'],
  ['2025-03-30', '01:59', 'Europe/Berlin', '2025-03-30T00:59:00.000Z'],
  ['2025-03-30', '03:00', 'Europe/Berlin', '2025-03-30T01:00:00.000Z'],
  ['2025-11-02', '03:00', 'America/New_York', '2025-11-02T08:00:00.000Z'],
  ['2025-01-01', '00:00', 'Asia/Kathmandu', '2024-12-31T18:15:00.000Z'],
])('%s %s in %s is %s', (date, clock, zone, instant) => {
  expect(parseZonedTime(date, clock, zone).toISOString()).toBe(instant);
});

test('the locale writes the dates of the event, unless it has a label of its own', async () => {
  const labelOf = (changes: object) => checkEvent({ ...defaultDocument, ...changes }).dates.label;
  expect(labelOf({})).toBe('September 20–21, 2025');
  expect(labelOf({ locale: undefined })).toBe('September 20–21, 2025');
  expect(labelOf({ locale: 'de-DE' })).toBe('20.–21. September 2025');
  expect(labelOf({ dates: { ...defaultDocument.dates, label: 'One weekend' } })).toBe('One weekend');
  for (const locale of ['xx-YY-nowhere!', 'zz'])
    expect(() => labelOf({ locale })).toThrow('locale: is not a locale like en-US');
});

test('an event that contradicts itself is refused, each mistake at its place', async () => {
  const [first, second, third] = defaultDocument.tracks as [Track, Track, Track];
  const [entrance] = defaultDocument.checkpoints;
  const [criterion, ...others] = defaultDocument.rubric.hacker!;
  const same = others.map((each, at) => (at === 0 ? { ...each, key: criterion!.key } : each));
  const event = {
    ...defaultDocument,
    dates: { start: '2025-09-21', end: '2025-09-20' },
    tracks: [first, { ...second, id: first.id, slug: first.slug, requiresPitchDeck: true }, third],
    checkpoints: [entrance, entrance],
    rubric: { ...defaultDocument.rubric, hacker: [criterion, ...same] },
  };
  const long = { ...criterion!, key: 'x'.repeat(61) };
  expect(() =>
    checkEvent({ ...defaultDocument, rubric: { ...defaultDocument.rubric, hacker: [long, ...others] } }),
  ).toThrow('rubric, hacker, entry 1: key is longer than 60 characters');
  expect(() => checkEvent(event)).toThrow(
    new EventError(
      [
        'dates: end is before the first day',
        'tracks, entry 2: id is used twice: Hacker Track',
        'tracks, entry 2: slug is used twice: hacker',
        'tracks: can ask for a pitch deck in one track only',
        `rubric, hacker, entry 2: key is used twice: ${criterion!.key}`,
        'checkpoints, entry 2: id is used twice: entrance',
      ].join('\n'),
    ),
  );
});

test('a mistake is told in words that need no knowledge of the program', async () => {
  const [criterion, ...others] = defaultDocument.rubric.hacker!;
  const [day] = defaultDocument.schedule;
  const complaint = (changes: object): string => {
    try {
      checkEvent({ ...defaultDocument, ...changes });
    } catch (error) {
      return (error as Error).message;
    }
    return 'nothing';
  };
  const withWeight = (weight: unknown) => ({
    rubric: { ...defaultDocument.rubric, hacker: [{ ...criterion, weight }, ...others] },
  });
  const sentence = 'rubric, hacker, entry 1: weight is a whole percent, such as 60';
  expect(
    [0.6, '60', 60.5, 0, 101, Number.NaN].map((weight) => complaint(withWeight(weight)).split('\n')[0]),
  ).toEqual(Array(6).fill(sentence));
  expect(complaint(withWeight(undefined))).toBe('rubric, hacker, entry 1: weight is missing');
  const told = [
    { name: 5 },
    { place: undefined },
    { tracks: 'Hacker' },
    { tracks: [] },
    { tracks: [{ ...defaultDocument.tracks[0], maxTeamSize: 9 }] },
    { tracks: [{ ...defaultDocument.tracks[0], rubric: 'best' }] },
    { hero: { ...defaultDocument.hero, treatment: 'grey' } },
    { registration: { ...defaultDocument.registration, enforce: 'yes' } },
    { schedule: [{ ...day, items: [{ time: '6' }] }] },
    { sponsors: 'Acme' },
    { capacity: 'many' },
    { colour: 'red' },
  ].map(complaint);
  expect(told).toEqual([
    'name: is not text in quotation marks',
    'place: is missing',
    'tracks: is not a list in [ ]',
    'tracks: has to be at least 1 entry',
    'tracks, entry 1: maxTeamSize can be 4 at most',
    'tracks, entry 1: rubric is not one of hacker, startup: best',
    'hero: treatment is not one of riso, none',
    'registration: enforce is neither true nor false',
    'schedule, Saturday, item 1: start is missing\nschedule, Saturday, item 1: title is missing',
    'sponsors: is not a group of fields in { }',
    'capacity: is not a number of people',
    'The event has unknown keys: colour',
  ]);
  expect(() => checkEvent(undefined)).toThrow('The event is missing');
});
