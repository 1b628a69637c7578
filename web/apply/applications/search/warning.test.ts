import { expect, test } from 'vitest';
import { findSearchWarning } from './warning.ts';

test.each([
  ['vector', 50, undefined],
  ['vector', 51, 'useRag'],
  ['vector', 201, 'useRag'],
  ['rag', 19, 'useVector'],
  ['rag', 20, undefined],
  ['rag', 200, undefined],
  ['rag', 201, 'expensive'],
] as const)('%s with %i tokens: %s', (mode, tokens, warning) =>
  expect(findSearchWarning(mode, tokens)).toBe(warning),
);
