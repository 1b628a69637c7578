import { expect, test } from 'vitest';
import type { Event } from '../../contract/event/event.ts';
import { formatCsv } from '../../contract/platform/csv.ts';
import { defaultEvent as event } from '../testing/default-event.ts';
import { parseDevpostExport } from './devpost.ts';

function parseRow({ prizes = '', links = '', about = '' }, ofEvent: Event = event) {
  const head = [
    'Project Title',
    'Submission Url',
    'Opt-In Prizes',
    '"Try it out" Links',
    'About The Project',
  ];
  const row = ['Night Bus', 'https://devpost.example/software/night-bus', prizes, links, about];
  const { projects, problems } = parseDevpostExport(formatCsv([head, row]), ofEvent);
  return { ...projects[0]!.text, problems };
}

test('prizes are told apart in every script', () => {
  const prizes = ['最佳设计', '最佳硬件', '🏆'].map((label, at) => ({ key: `own-${at}`, label }));
  const projects = { ...(event.projects as Exclude<Event['projects'], false>), prizes };
  const { prizes: found, problems } = parseRow({ prizes: '最佳设计, Best Cat' }, { ...event, projects });
  expect(found).toEqual(['own-0']);
  expect(problems).toEqual(['Row 2: prizes that this event does not have: Best Cat.']);
});

test('a page that a code host serves is where to try the project, not its code', () => {
  expect(parseRow({ links: 'https://owls.github.io/bus https://github.com/owls/bus' })).toMatchObject({
    repository: 'https://github.com/owls/bus',
    demo: 'https://owls.github.io/bus',
  });
  expect(parseRow({ links: 'https://owls.gitlab.io https://git.sr.ht/~owls/bus' })).toMatchObject({
    repository: 'https://git.sr.ht/~owls/bus',
    demo: 'https://owls.gitlab.io',
  });
});

test('the tagline is the first line with words, in every script', () =>
  expect(parseRow({ about: '# 夜行\n\n***\n\n末班车已经开走了。' }).tagline).toBe('末班车已经开走了。'));

test('a project whose address is too long is not imported, and the row says so', () => {
  const row = ['Night Bus', `https://devpost.example/${'/'.repeat(100_000)}x`];
  expect(parseDevpostExport(formatCsv([['Project Title', 'Submission Url'], row]), event)).toMatchObject({
    projects: [],
    problems: ['Row 2: its address is longer than 500 characters, and it is not imported.'],
  });
});
