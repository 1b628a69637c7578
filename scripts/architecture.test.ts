import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const files = globSync('{contract,event,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}', {
  cwd: root,
}).sort();
const contents = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const isTest = (file: string) => /\.test\.tsx?$|^server\/testing\/|^e2e\/|^bench\//.test(file);

/** What a file imports from within the house, as paths from its root. */
function imports(file: string): string[] {
  const found = (contents.get(file) ?? '').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"?]*)['"]/g);
  return [...found].map(([, target = '']) => path.join(path.dirname(file), target));
}

/** Each import that breaks a rule, as `file → what it imports`. */
function offending(
  from: (file: string) => boolean,
  rule: (target: string, file: string) => boolean,
): string[] {
  return code.filter(from).flatMap((file) =>
    imports(file)
      .filter((to) => rule(to, file))
      .map((to) => `${file} → ${to}`),
  );
}

const inside =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(`${folder}/`));

describe('who may import whom', () => {
  test('the contract imports nothing but itself', () =>
    expect(offending(inside('contract'), (to) => !to.startsWith('contract/'))).toEqual([]));

  test('an event imports the contract and itself', () =>
    expect(offending(inside('event'), (to) => !inside('contract', 'event')(to))).toEqual([]));

  test('the server does not know the web', () =>
    expect(offending(inside('server'), inside('web', 'e2e', 'bench', 'scripts'))).toEqual([]));

  test('the web does not know the server', () =>
    expect(offending(inside('web'), inside('server', 'e2e', 'bench', 'scripts'))).toEqual([]));

  test('what runs the site imports no tests', () =>
    expect(offending((file) => inside('server', 'web')(file) && !isTest(file), isTest)).toEqual([]));

  test('no feature imports another’s queries', () =>
    expect(
      offending(
        (file) => inside('server')(file) && !isTest(file),
        (to, file) =>
          /\.queries\.ts$/.test(to) &&
          path.dirname(to) !== path.dirname(file) &&
          // Every feature is about users: one query that reads a user, not one for each feature.
          !to.startsWith('server/users/'),
      ),
    ).toEqual([]));

  test('routes import no queries', () =>
    expect(
      offending(
        (file) => /\.routes\.ts$/.test(file),
        (to) => /\.queries\.ts$/.test(to),
      ),
    ).toEqual([]));

  test('policies import neither queries nor services', () =>
    expect(
      offending(
        (file) => /\.policy\.ts$/.test(file),
        (to) => /\.queries\.ts$/.test(to),
      ),
    ).toEqual([]));
});

const builders = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql\.raw\(/;
const statements = /\bsql(?:<[^`]*>)?`([^`]*)`/g;

/** Whether a module reads or writes tables; calls of the database's own functions do not count. */
function touchesTables(text: string): boolean {
  return (
    builders.test(text) ||
    [...text.matchAll(statements)].some(([, sql = '']) => /\b(from|into|update|join)\s/i.test(sql))
  );
}

test('only queries touch tables, besides migrations and what examines the database', () =>
  expect(
    code.filter(
      (file) =>
        inside('server', 'web', 'contract', 'event')(file) &&
        !isTest(file) &&
        !/\.(queries|doctor)\.ts$|^server\/db\//.test(file) &&
        touchesTables(contents.get(file) ?? ''),
    ),
  ).toEqual([]));

test('row locks are taken in server/db/locks.ts only', () =>
  expect(
    code.filter(
      (file) =>
        inside('server')(file) &&
        !isTest(file) &&
        file !== 'server/db/locks.ts' &&
        /\.for(Update|NoKeyUpdate|Share|KeyShare)\(/.test(contents.get(file) ?? ''),
    ),
  ).toEqual([]));

test('no barrels: a module exports what it holds', () => {
  expect(code.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
  expect(code.filter((file) => /^export\s+(\*|\{[^}]*\})\s+from\b/m.test(contents.get(file) ?? ''))).toEqual(
    [],
  );
});

test('no drawers: every file and folder says what it is about', () =>
  expect(
    files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared|lib\/index)(\.|\/)/.test(file)),
  ).toEqual([]));

test('no file is much longer than 250 lines, a test a little more', () =>
  expect(
    files
      .map((file) => [file, (contents.get(file) ?? '').split('\n').length - 1] as const)
      .filter(([file, lines]) => lines > (isTest(file) ? 320 : 260)),
  ).toEqual([]));

test('nothing is left undone or switched off without a reason', () => {
  const marks = /\bTODO\b|\bFIXME\b|@ts-(ignore|nocheck|expect-error)(?!.{10})|biome-ignore [^:]+:\s*$/;
  expect(
    code.filter((file) => file !== 'scripts/architecture.test.ts' && marks.test(contents.get(file) ?? '')),
  ).toEqual([]);
});
