import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{contract,event,server,web,e2e,bench,scripts}/**/*.{ts,tsx}', { cwd: root }).sort();

type Import = { from: string; to: string; typeOnly: boolean };

/** Every import in the house: both ends relative to the root, packages by their names. */
const imports = files.flatMap((from): Import[] => {
  const text = readFileSync(join(root, from), 'utf8');
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^;'"]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...found].map(([, type, fixed, dynamic]) => {
    const to = fixed ?? dynamic ?? '';
    const place = to.startsWith('.') ? relative(root, join(root, dirname(from), to)) : to;
    return { from, to: place, typeOnly: type !== undefined };
  });
});
const houses = ['contract', 'event', 'server', 'web', 'e2e', 'bench', 'scripts'];
const house = (file: string) => houses.find((name) => file.startsWith(`${name}/`));
const feature = (file: string) => file.split('/').slice(0, 2).join('/');
/** The rooms that belong to no feature, and may build on each other. */
const isPlatform = (file: string) => /^server\/(audit|db|files|http|jobs|mail)\//.test(file);
const isTest = (file: string) => /\.test\.tsx?$|^server\/testing\//.test(file);

function offences(isOffence: (one: Import) => boolean): string[] {
  return imports.filter(isOffence).map(({ from, to }) => `${from} imports ${to}`);
}

/** Which houses each house may use. Tests of the browser, the bench and the scripts may look into any. */
const allowed: Record<string, string[]> = {
  contract: ['contract'],
  event: ['event', 'contract'],
  server: ['server', 'contract', 'event'],
  web: ['web', 'contract', 'event'],
};

test('there is something to look at', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports).toContainEqual({ from: 'server/db/site.ts', to: 'server/db/migrate.ts', typeOnly: false });
});

test('imports go from the contract to the server and the web, never across', () => {
  expect(
    offences(({ from, to }) => {
      const target = house(to);
      const own = allowed[house(from) ?? ''];
      return own !== undefined && target !== undefined && !own.includes(target) && !isTest(from);
    }),
  ).toEqual([]);
});

test('the contract runs anywhere: it uses nothing of Node', () => {
  expect(
    offences(({ from, to }) => house(from) === 'contract' && !isTest(from) && to.startsWith('node:')),
  ).toEqual([]);
});

test("no feature imports another's queries", () => {
  expect(
    offences(
      ({ from, to }) =>
        to.endsWith('.queries.ts') &&
        feature(from) !== feature(to) &&
        !(isPlatform(from) && isPlatform(to)) &&
        !isTest(from),
    ),
  ).toEqual([]);
});

test('routes hold no SQL', () => {
  expect(
    offences(
      ({ from, to }) => from.endsWith('.routes.ts') && (to.endsWith('.queries.ts') || to === 'kysely'),
    ),
  ).toEqual([]);
});

test('only queries touch tables', () => {
  const touching =
    /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql`\s*(select\b[^`]*\bfrom|insert|update|delete)\b/;
  const offenders = files.filter(
    (file) =>
      house(file) === 'server' &&
      !/\.queries\.ts$|^server\/db\//.test(file) &&
      !isTest(file) &&
      touching.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(offenders).toEqual([]);
});

test('policies are pure: they know neither the database nor the services', () => {
  const impure = /\.(queries|service|routes)\.ts$|^server\/(db|http|services)|^kysely$|^node:/;
  expect(
    offences(({ from, to, typeOnly }) => from.endsWith('.policy.ts') && impure.test(to) && !typeOnly),
  ).toEqual([]);
});

test('no drawers for odds and ends, no barrels', () => {
  const drawers = /^(utils?|helpers?|common|shared|misc|lib)\.tsx?$/;
  expect(
    files.filter((file) => drawers.test(basename(file)) || /\/(common|utils|helpers)\//.test(file)),
  ).toEqual([]);
  const barrels = files.filter((file) => {
    const lines = readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim());
    return lines.length > 0 && lines.every((line) => /^export (\*|\{[^}]*\}) from /.test(line));
  });
  expect(barrels).toEqual([]);
});
