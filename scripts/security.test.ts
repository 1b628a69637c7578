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

const rows = [
  ...text.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| (.+) \| (Met|Deviation|Not used): (.+) \|$/gm),
];

test('every requirement of ASVS 5.0 levels 1 and 2 has one row', () => {
  const numbers = rows.flatMap(([, list = '']) => list.split(', '));
  expect(new Set(numbers).size).toBe(numbers.length);
  const perChapter = Array.from(
    { length: 17 },
    (_, at) => numbers.filter((number) => number.startsWith(`${at + 1}.`)).length,
  );
  expect(perChapter).toEqual([27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]);
  const counts = ['Met', 'Deviation', 'Not used'].map(
    (kind) =>
      rows.filter(([, , , state]) => state === kind).flatMap(([, list = '']) => list.split(', ')).length,
  );
  expect(text).toContain(
    `the ${numbers.length} requirements of levels 1 and 2 of version 5.0.0, by their numbers: ${counts[0]} are met, ${counts[1]} deviate with\na reason, ${counts[2]} do not apply`,
  );
});

test('every row of ASVS names files and tests that exist; what is met names one at least', () => {
  const wrong = rows.flatMap(([, list, , state, reason = '']) => {
    const titles = [...reason.matchAll(/"([^"]+)" \(`([^`]+)`\)/g)];
    const files = [...reason.matchAll(/`([\w./-]+\/[\w.-]+)`/g)].map(([, file = '']) => file);
    const missing = files.filter((file) => !existsSync(path.join(root, file)));
    const unknown = titles.filter(
      ([, title = '', file = '']) =>
        !missing.includes(file) && !readFileSync(path.join(root, file), 'utf8').includes(title),
    );
    const bare = state === 'Met' && files.length === 0 ? [`${list} names nothing`] : [];
    return [...missing, ...unknown.map(([row]) => row), ...bare];
  });
  expect(wrong).toEqual([]);
});
