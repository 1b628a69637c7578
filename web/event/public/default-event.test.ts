// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { eventSchema } from '../../../contract/event/event.ts';
import config from '../../../default-event/event.json' with { type: 'json' };
import { renderPublicPages } from './entry.tsx';

const event = eventSchema.parse(config);
const uploaded = '/api/pictures/00000000-0000-4000-8000-000000000001';
let landing: Document;
let schedule: Document;

beforeAll(() => {
  const assets = { css: '', island: '/i.js', preload: [] };
  const pages = renderPublicPages({
    event,
    assets,
    pictures: {},
    publicUrl: 'https://overnight.example',
    previewPicture: '/preview-0.png',
  });
  const parse = (path: string) => new DOMParser().parseFromString(pages[path]?.body ?? '', 'text/html');
  [landing, schedule] = [parse('/'), parse('/schedule')];
});

const textOf = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim();

test('the schedule of the default event is the specified one, row by row', () => {
  const days = [...schedule.querySelectorAll('main section')].map((section) => [
    textOf(section.querySelector('h2')),
    ...[...section.querySelectorAll('ol > li')].map((row) =>
      [
        textOf(row.querySelector('time')),
        textOf(row.querySelector('h3')),
        ...[...row.querySelectorAll('p.text-muted:not(:has(time))')].map(textOf),
        ...[...row.querySelectorAll('ul li')].map((item) => `- ${textOf(item)}`),
      ].join(' | '),
    ),
  ]);
  expect(days).toEqual([
    [
      'Saturday 20 Sept 2025',
      '8:30-10:00 | check-ins and breakfast',
      '10:00-11:00 | opening ceremony | - welcome | - rules | - track intros',
      '11:00-11:30 | team formation bingo',
      '11:30-1:00 | hacking begins',
      '1-2 | lunch',
      '2-7 | hacking continues | optional team activities',
      '7-8 | dinner',
      '8:00-8:30 | drink raffle',
      '9-10 | karaoke and ice cream truck',
      '10 PM-8 AM | venue open overnight',
    ],
    [
      'Sunday 21 Sept',
      '9-10 | breakfast',
      '12:00 | submission deadline',
      '12-1 | lunch',
      '1:00-1:30 | demo table setup',
      '1:30-3:30 | presentations and judging | - demos | - Q&A',
      '4-5 | final judging and awards ceremony',
    ],
  ]);
});

test('an item of the schedule may have lines, sub-items and a picture', () => {
  const [day] = config.schedule;
  const item = {
    ...{ time: '6', start: '06:00', title: 'sunrise', lines: ['on the roof', '- bring a blanket'] },
    image: { src: uploaded, alt: 'The roof' },
  };
  const changed = eventSchema.parse({ ...config, schedule: [{ ...day, items: [item] }] });
  const assets = { css: '', island: '/i.js', preload: [] };
  const { '/schedule': page } = renderPublicPages({
    event: changed,
    assets,
    pictures: {},
    publicUrl: 'https://x.example',
    previewPicture: '/preview-0.png',
  });
  const row = new DOMParser().parseFromString(page?.body ?? '', 'text/html').querySelector('main ol > li');
  expect(textOf(row?.querySelector('li'))).toBe('bring a blanket');
  expect(row?.textContent).toContain('on the roof');
  expect(row?.querySelector('img')?.getAttribute('alt')).toBe('The roof');
});

test('the default event has the specified dates, deadline and prizes', () => {
  const { dates, registration, timezone, tracks } = event;
  expect([dates.start, dates.end, registration.closesAt, timezone]).toEqual([
    '2025-09-20',
    '2025-09-21',
    '2025-09-19T23:59:59-07:00',
    'America/Phoenix',
  ]);
  expect(
    tracks.map(({ id, prize, maxTeamSize, requiresPitchDeck }) => [
      id,
      prize,
      maxTeamSize,
      requiresPitchDeck,
    ]),
  ).toEqual([
    ['Hacker Track', 'Gadget prizes', undefined, false],
    ['Clozyt Track', '$750 cash plus a paid internship', 2, false],
    ['Startup Track', '$750 for the top 3 teams', undefined, true],
  ]);
  const cards = textOf(landing.querySelector('main'));
  for (const { title, prize } of tracks)
    expect([cards?.includes(title), cards?.includes(prize)]).toEqual([true, true]);
});

test('the four questions are answered: non-CS majors, no team, no coding, what to bring', () => {
  const answers = [...landing.querySelectorAll('details')].map((details) => textOf(details) ?? '');
  expect(answers).toHaveLength(4);
  for (const [place, answer] of [
    /Non-CS majors are welcome/,
    /No team is fine/,
    /coding is not required/,
    /What should I bring\?.*laptop/,
  ].entries())
    expect(answers[place]).toMatch(answer);
});

test('sponsors stand with their logos, and the note says that more are coming', () => {
  const sponsors = {
    ...config.sponsors,
    list: [{ name: 'Acme', url: 'https://acme.example', logo: uploaded, tier: 1 }],
  };
  const changed = eventSchema.parse({ ...config, sponsors });
  const assets = { css: '', island: '/i.js', preload: [] };
  const { '/': page } = renderPublicPages({
    event: changed,
    assets,
    pictures: {},
    publicUrl: 'https://x.example',
    previewPicture: '/preview-0.png',
  });
  const section = new DOMParser()
    .parseFromString(page?.body ?? '', 'text/html')
    .querySelector('section[aria-labelledby=sponsors]');
  expect(
    section?.querySelector(`a[href="https://acme.example"] img[src="${uploaded}"]`)?.getAttribute('alt'),
  ).toBe('Acme');
  expect(textOf(section)).toContain('More sponsors are coming.');
});

test('the footer of the public pages leads to contact, social and chat; the logo leads home', () => {
  for (const page of [landing, schedule]) {
    const links = [...page.querySelectorAll('footer a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      'mailto:team@overnight.example',
      'https://instagram.example/overnight',
      'https://linkedin.example/company/overnight',
      'https://events.example/overnight',
      'https://chat.example/overnight',
    ]);
    expect(page.querySelector('header a')?.getAttribute('href')).toBe('/');
  }
});

test('criteria, weights and special categories of the default event are the specified ones', () => {
  const criteria = (track: 'hacker' | 'startup') =>
    event.rubric[track]!.map(({ key, label, weight }) => `${key}: ${label} ${weight / 100}`);
  expect(criteria('hacker')).toEqual([
    'innovation: Innovation & Creativity 0.25',
    'technical: Technical Execution 0.25',
    'impact: Impact & Usefulness 0.2',
    'presentation: Presentation & Demo 0.15',
    'design: UI/UX & Design 0.15',
  ]);
  expect(criteria('startup')).toEqual([
    'viability: Startup Viability 0.25',
    'prototype: Prototype / MVP 0.2',
    'innovation: Innovation & Differentiation 0.2',
    'pitch: Pitch Quality 0.2',
    'market: Market Strategy 0.15',
  ]);
  expect(event.specialCategories.map(({ key, label }) => `${key}: ${label}`)).toEqual([
    'aiPersonas: Best Use of AI Personas',
    'hiringRecruiting: Hiring & Recruiting',
    'scamPrevention: Scam Prevention',
    'supermemory: Best Use of Supermemory',
  ]);
});
