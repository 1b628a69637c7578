import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
const promises = [...text.matchAll(/^\| (.+) \| `([^`]+\.test\.ts)` \|$/gm)];

test('every promise of SECURITY.md names a test that exists', () => {
  expect(promises.length).toBeGreaterThan(20);
  const broken = promises.filter(([, promise = '', file = '']) => {
    const tests = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '';
    const title = /: "(.+)"$/.exec(promise)?.[1];
    return !/\b(test|race\w*)\b/.test(tests) || (title !== undefined && !tests.includes(title));
  });
  expect(broken.map(([row]) => row)).toEqual([]);
});
