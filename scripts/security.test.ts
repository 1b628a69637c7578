import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');
const read = (file: string) =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : undefined;

/** Returns the titles that a file does not have, and the file when it does not exist. */
function findMissing(file: string, titles: string[]): string[] {
  const tests = read(file);
  if (tests === undefined) return [file];
  const isTitle = (title: string) => ["'", '`', '"'].some((quote) => tests.includes(quote + title));
  return titles.filter((title) => !isTitle(title)).map((title) => `${file}: ${title}`);
}

const [promised = '', faults = ''] = text.split('### Faults');
const promises = [...promised.matchAll(/^\| (.+) \| `([^`]+\.test\.ts)` \|$/gm)];

test('every promise of SECURITY.md names the title of a test that exists', () => {
  expect(promises.length).toBeGreaterThan(20);
  const broken = promises.flatMap(([, promise = '', file = '']) => {
    const titles = [...promise.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
    return titles.length > 0 ? findMissing(file, titles) : [`${promise} names no title`];
  });
  expect(broken).toEqual([]);
});

test('every fault names a test that exists', () => {
  const rows = [...faults.matchAll(/^\| (F\d+) \| (.+) \| (?:.*)`([^`]+\.test\.ts)` \|$/gm)];
  expect(rows.length).toBeGreaterThan(15);
  const broken = rows.flatMap(([, fault = '', what = '', file = '']) => {
    const title = /"([^"]+)"/.exec(what)?.[1];
    const expected = title ?? (file === 'e2e/faults.test.ts' ? `${fault}: ` : undefined);
    return findMissing(file, expected ? [expected] : []);
  });
  expect(broken).toEqual([]);
});

const rows = [
  ...text.matchAll(
    /^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| (.+) \| (Met|Documented|Deviation|Not used): (.+) \|$/gm,
  ),
];

test('every requirement of ASVS 5.0 levels 1 and 2 has one row', () => {
  const numbers = rows.flatMap(([, list = '']) => list.split(', '));
  expect(new Set(numbers).size).toBe(numbers.length);
  const perChapter = Array.from(
    { length: 17 },
    (_, at) => numbers.filter((number) => number.startsWith(`${at + 1}.`)).length,
  );
  expect(perChapter).toEqual([27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]);
  const counts = ['Met', 'Documented', 'Deviation', 'Not used'].map(
    (kind) =>
      rows.filter(([, , , state]) => state === kind).flatMap(([, list = '']) => list.split(', ')).length,
  );
  expect(text).toContain(
    `the ${numbers.length} requirements of levels 1 and 2 of version 5.0.0, by their numbers: ${counts[0]} are met, with the title\nof a test that asserts it, ${counts[1]} only a document or a configuration can show, ${counts[2]} deviate with a reason, ${counts[3]} do not apply`,
  );
});

test('what is met names the title of a test that exists; what is documented, where', () => {
  const wrong = rows.flatMap(([, list, , state, reason = '']) => {
    const titles = [...reason.matchAll(/"([^"]+)" \(`([^`]+)`\)/g)];
    const files = [...reason.matchAll(/`([\w./-]+\/[\w.-]+|[\w.-]+\.json)`/g)].map(([, file = '']) => file);
    const isNamed =
      state === 'Met'
        ? titles.length > 0
        : state !== 'Documented' || files.length > 0 || /\]\((docs\/|#)/.test(reason);
    return [
      ...files.filter((file) => read(file) === undefined),
      ...titles.flatMap(([, title = '', file = '']) => findMissing(file, [title])),
      ...(isNamed ? [] : [`${list} names nothing`]),
    ];
  });
  expect(wrong).toEqual([]);
});
