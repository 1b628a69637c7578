import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'docs/conformity.md'), 'utf8');
const rows = [...text.matchAll(/^\| (\d+)\.(\d+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, section = '', place = '', , heldBy = '']) => ({
    number: `${section}.${place}`,
    section: Number(section),
    place: Number(place),
    heldBy,
  }),
);
const heldBy = /"((?:[^"]|"(?! \())+)" \(`([^`]+)`\)/g;

/** The titles of the tests of a file, as they are written there: `%s` where a table fills in. */
function listTitles(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const titles = source.matchAll(/\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"),\s*(?:async\b|\()/g);
  return [...titles].map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'));
}

test('the rows of each section of the specification are numbered from 1, without a gap', () => {
  const sections = Map.groupBy(rows, ({ section }) => section);
  expect([...sections.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const all of sections.values())
    expect(all.map(({ place }) => place)).toEqual(all.map((_row, index) => index + 1));
  const written = [...text.matchAll(/^\| \d+\.\d+ /gm)];
  expect(rows).toHaveLength(written.length);
});

test('every row names a test by its file and whole title, and each of them exists', () => {
  const wrong = rows.flatMap(({ number, heldBy: cell }) => {
    const named = [...cell.matchAll(heldBy)];
    if (named.length === 0) return [`${number} names no test`];
    return named
      .filter(
        ([, title = '', file = '']) =>
          !existsSync(path.join(root, file)) || !listTitles(file).includes(title),
      )
      .map(([row]) => `${number}: ${row}`);
  });
  expect(wrong).toEqual([]);
});

test('what is not a deviation is nothing but tests, and a deviation has its reason before them', () => {
  const wrong = rows.filter(({ heldBy: cell }) => {
    const words = cell.replace(heldBy, '').replace(/[,\s]/g, '');
    return cell.startsWith('Deviation: ') ? words.length < 30 : words !== '';
  });
  expect(wrong.map(({ number }) => number)).toEqual([]);
});
