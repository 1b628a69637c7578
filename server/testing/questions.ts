import type { Event } from '../../contract/event/event.ts';
import type { TestApp } from './app.ts';

const links = [{ label: 'Code of conduct', url: 'https://example.org/conduct' }];

/** A required agreement and an optional one. */
export const testAgreements = [
  {
    id: 'conduct',
    version: '1',
    title: 'Code of conduct',
    text: 'I follow the code.',
    links,
    required: true,
  },
  {
    ...{ id: 'resume-book', version: '1', title: 'Resume book', links: [], required: false },
    text: 'Sponsors may read my resume.',
  },
] as const satisfies readonly unknown[];

/** Has a test's event ask for agreements. */
export function askAgreements(
  { services }: Pick<TestApp, 'services'>,
  agreements: readonly unknown[] = testAgreements,
): void {
  services.event = { ...services.event, agreements: agreements as Event['agreements'] };
}

export const testQuestions = [
  { id: 'nickname', type: 'text', label: 'Nickname', visibleTo: ['volunteers'] },
  { id: 'built', type: 'long text', label: 'What have you built?', visibleTo: ['reviewers'] },
  {
    ...{ id: 'level', type: 'choice', label: 'Level of study', required: true },
    options: ['Bachelor', 'Master'],
  },
  {
    ...{ id: 'needs', type: 'several', label: 'What do you need?', sensitive: true },
    options: ['Captions', 'Quiet room'],
  },
  { id: 'age', type: 'number', label: 'Age', required: true, min: 13, max: 120 },
  { id: 'country', type: 'country', label: 'Country' },
  { id: 'school', type: 'school', label: 'School', sensitive: true },
  { id: 'graduates', type: 'date', label: 'When do you graduate?' },
  { id: 'photos', type: 'consent', label: 'You may take photos of me.' },
].map((question) => ({ required: false, visibleTo: [], sensitive: false, ...question }));

export const testAnswers = {
  nickname: ' Ada  L. ',
  built: 'One.\r\nTwo.',
  level: 'Master',
  needs: ['Quiet room', 'Captions'],
  age: '19',
  country: 'DE',
  school: 'Owl University',
  graduates: '2026-07-01',
  photos: true,
};

/** Has a test's event ask questions. */
export function askQuestions(
  { services }: Pick<TestApp, 'services'>,
  questions: readonly unknown[] = testQuestions,
): void {
  services.event = { ...services.event, questions: questions as Event['questions'] };
}
