import { expect, test } from 'vitest';
import { SearchEngine } from './engine.ts';

const engine = new SearchEngine({ eventDate: '2026-02-14', tracks: [], checkpoints: [] });
const tell = (id: string, { name = '', whyJoin = '', resumeText = '' }) =>
  engine.put({ id, name, major: 'Art', track: '', status: 'pending', whyJoin, resumeText });
tell('may', { resumeText: 'UT Austin, BBA Finance, May 2026\nPython' });
tell('december', { resumeText: 'UTD, CS, graduating Dec 2026\nPython' });
tell('junior', { resumeText: 'Rice University CS 2028\nPython' });
tell('intern', { resumeText: 'Summer intern, 2026\nPython' });
tell('baker', { name: 'Carlos Baker', whyJoin: 'I make pottery.' });
tell('driver', { whyJoin: 'I drive from Suwanee and have free seats.' });
tell('once', { whyJoin: 'I used to write Haskell at a bank. I bake bread.' });
tell('wish', { whyJoin: 'I want to learn Haskell some day, and people say they never need it.' });

const parse = (text: string) => {
  const { fields, parts, not, untold } = engine.parse(text);
  return {
    fields: fields.map(({ key, values, not }) => `${not ? 'not ' : ''}${key} ${values.join(' or ')}`),
    ...{ parts: parts.map((part) => part.text), not: not.map((part) => part.text), untold },
  };
};
const listShown = (text: string, least = 0.5) =>
  engine
    .search(text)
    .ranked.filter(({ fits, score }) => fits && score >= least)
    .map(({ id }) => id);

test.each([
  ['graduating in May 2026', ['graduation spring 2026']],
  ['graduates in December', ['graduation fall 2025']],
  ['class of 2027', ['graduation 2027']],
  ['graduating 2028 or later', ['graduation 2028+']],
  ['halal count', ['food halal']],
  ['getting a masters', ['year 5']],
  ['who did not give us a resume', ['resume no']],
  ['people who never took part in a hackathon', ['first yes']],
  ['was at other hackathons', ['first no']],
  ['people who are coming', ['coming yes']],
  ['have not answered if they come', ['coming none']],
  ['not withdrawn or rejected', ['not status withdrawn or rejected']],
])('a fact is a field: %s', (text, fields) => {
  expect(parse(text)).toMatchObject({ fields, parts: [], not: [] });
});

test('what is "not just" wanted is not wanted, and beginners who cannot code cannot code', () => {
  expect(parse('builds it in React, not just draws it in Figma').parts).toEqual(['React']);
  expect(parse('total beginners, no code yet')).toMatchObject({ parts: [], not: ['code yet'] });
});

test('"last year" asks for nobody in their last year', () => {
  expect(parse('Last year a team lost hours, who knows Docker?').fields).toEqual([]);
  expect(parse('last year students').fields).toEqual(['year 4']);
});

test('a graduation is told by its half of the year, and by a line that names no job', () => {
  expect(listShown('graduating in May 2026')).toEqual(['may']);
  expect(listShown('graduating in December 2026')).toEqual(['december']);
  expect(listShown('class of 2028')).toEqual(['junior']);
  expect(listShown('class of 2026').sort()).toEqual(['december', 'may']);
});

test.each([
  ['The police want to know who sleeps on campus', ['sleeps on campus']],
  ['high school students, need to send them a form', []],
  ['Python people, beginners are no problem', ['Python']],
  ['Python, no matter if they can present', ['Python']],
  ['can you pull up Carlos Baker', ['Carlos Baker']],
])('what is said around a question is not asked for: %s', (text, parts) => {
  expect(parse(text)).toMatchObject({ parts, not: [] });
});

test('in a story, only what is said about people excludes', () => {
  const story =
    "The bus doesn't run on weekends and one of us mailed for the third time, so who drives and has free seats but no dog";
  expect(parse(story).not).toEqual(['dog']);
  expect(listShown(story, 0)[0]).toBe('driver');
});

test('who asks, and what is not enough, are no part of what is asked for', () => {
  const asked = 'Our sponsor wants to meet students who solder. A class project is not enough.';
  expect(parse(asked)).toMatchObject({ parts: ['solder'], not: [] });
});

test('a name stands beside talk about names', () => {
  expect(listShown('Baker, i forgot his first name')).toEqual(['baker']);
  expect(listShown('the application of Carlos, it is a first name')).toEqual(['baker']);
});

test('what somebody did once, or wants although they never did, is no evidence', () => {
  expect(listShown('Haskell')).toEqual([]);
});

test('gender is told by nobody, whoever writes the word', () => {
  tell('solar', { whyJoin: 'I am the battery girl of the solar car.' });
  expect(parse('how many girls do we have')).toMatchObject({ parts: [], untold: ['girls'] });
});

test('a list after a colon asks for one of its things', () => {
  tell('solders', { resumeText: 'PROJECTS\nSoldering a lamp' });
  expect(listShown('hardware people: arduino, soldering, robotics')).toEqual(['solders']);
});

test('who would find a team looks for one, and a parent is somebody with kids', () => {
  expect(parse('wants to find a team')).toMatchObject({ fields: ['team looking'], parts: [] });
  expect(parse('is a parent').parts).toEqual(['with kids']);
});

test('who was taught does not teach, and who looks for an internship had none', () => {
  tell('pupil', { whyJoin: 'The man who taught me COBOL is 81. I look for a summer internship.' });
  expect(listShown('taught others')).toEqual([]);
  expect(listShown('internship')).toEqual(['intern']);
});

test('when somebody applied is told by no application', () => {
  tell('afraid', { whyJoin: 'I am a little afraid of it, which is why I applied this week.' });
  expect(parse('people who applied this week')).toMatchObject({
    parts: [],
    untold: ['one who applied this week'],
  });
});

test('the last word of a term alone means less than the term', () => {
  tell('board', { whyJoin: 'I built the ride board of our campus.' });
  tell('seeker', { whyJoin: 'Could use a ride from South Dallas.' });
  expect(listShown('needs a ride')).toEqual(['seeker']);
  expect(listShown('has no way to get here')).toEqual(['seeker']);
});
