import { expect, test } from 'vitest';
import { completeWebLink } from './web-link.ts';

test.each([
  ['github.com/moss', 'https://github.com/moss'],
  [' demo.example.org?x=1 ', 'https://demo.example.org?x=1'],
  ['https://github.com/moss', 'https://github.com/moss'],
  ['moss', 'moss'],
  ['ada@example.org', 'ada@example.org'],
  ['see github.com', 'see github.com'],
  ['', ''],
])('%j is completed to %j', (typed, completed) => {
  expect(completeWebLink(typed)).toBe(completed);
});
