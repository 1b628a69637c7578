import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { texts } from '../contract/texts.ts';
import { isIn, isTest, listExports, listImports, modules, sources } from './testing/source-tree.ts';

const product = modules.filter(
  (file) => isIn('contract', 'packages', 'server', 'web')(file) && !isTest(file),
);

/** Each import that breaks a rule, as `file → what it imports`. */
function listOffending(
  from: (file: string) => boolean,
  rule: (target: string, file: string) => boolean,
): string[] {
  return modules.filter(from).flatMap((file) =>
    listImports(file)
      .filter((to) => rule(to, file))
      .map((to) => `${file} → ${to}`),
  );
}

// Biome holds the rest: who of contract, server and web imports whom, circles, barrels, and routes without queries.
describe('who may import whom', () => {
  test('a package imports nothing but itself and the text helpers', () =>
    expect(
      listOffending(
        (file) => isIn('packages')(file) && !isTest(file),
        (to, file) => ![file.split('/')[1], 'text'].includes(to.split('/')[1]),
      ),
    ).toEqual([]));

  test('what runs the site imports no tests', () =>
    expect(listOffending((file) => isIn('server', 'web')(file) && !isTest(file), isTest)).toEqual([]));

  test('no feature imports another’s queries', () =>
    expect(
      listOffending(
        (file) => isIn('server')(file) && !isTest(file),
        (to, file) =>
          /\.queries\.ts$/.test(to) &&
          path.dirname(to) !== path.dirname(file) &&
          // Every feature is about users: one query that reads a user, not one for each feature.
          !to.startsWith('server/people-data/'),
      ),
    ).toEqual([]));
});

const architecture = readFileSync(path.join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8');

// The modules of the server from the bottom to the top: each imports itself and what stands before it.
const serverModules = [
  ...['platform', 'people-data', 'event', 'teams', 'projects', 'apply', 'event-day', 'judging', 'after'],
  ...['people', 'operations'],
];
const moduleOf = (file: string) => file.split('/').slice(1, -1)[0] ?? '';

test('in the web, calls are made in `x.api.ts`, by one hook for all mutations', () => {
  const users = (name: RegExp) =>
    modules.filter((file) => isIn('web')(file) && !isTest(file) && name.test(sources.get(file) ?? ''));
  expect(
    users(/\bcall([WQ]\w+)?\(/).filter(
      (file) => !/\.api\.ts$|^web\/lib\/(call|log-out|use-action)\.ts$/.test(file),
    ),
  ).toEqual([]);
  // The forms of signing in show no toasts, so they do without them.
  expect(users(/\buseMutation\b/)).toEqual(['web/lib/use-action.ts', 'web/people/sign-in/sign-in.api.ts']);
});

describe('the modules of the server', () => {
  const inModules = product.filter((file) => isIn('server')(file) && moduleOf(file) !== '');

  test('every module has its layer', () =>
    expect([...new Set(inModules.map(moduleOf))].sort()).toEqual([...serverModules].sort()));

  test('imports go down', () =>
    expect(
      listOffending(
        (file) => inModules.includes(file),
        (to, file) =>
          isIn('server')(to) &&
          moduleOf(to) !== '' &&
          serverModules.indexOf(moduleOf(to)) > serverModules.indexOf(moduleOf(file)),
      ),
    ).toEqual([]));
});

/** Each statement of the server that names a table of a higher module, as `file: tables`. */
function listUpwardReadings(): string[] {
  const owners = new Map<string, string>();
  for (const [file, text] of sources)
    if (/^server\/.*tables\.ts$/.test(file))
      for (const [, name = ''] of (/interface Tables \{[\s\S]*?\n\}\n/.exec(text)?.[0] ?? '').matchAll(
        /^ {2,4}(\w+): (?:\{|\w+;)$/gm,
      ))
        owners.set(name, moduleOf(file));
  expect(owners.size).toBeGreaterThan(80);
  const named = /\b(?:from|join|into|update|table)\s+(\w+)|(?:From|Into|Table|Join|Using)\(\s*'(\w+)/g;
  return product
    .filter((file) => isIn('server')(file) && !isIn('server/platform/db/migrations')(file))
    .flatMap((file) => {
      const found = [...(sources.get(file) ?? '').matchAll(named)].map(
        ([, plain, quoted]) => plain ?? quoted!,
      );
      const rank = (module = '') => serverModules.indexOf(module);
      const higher = found.filter((name) => rank(owners.get(name)) > rank(moduleOf(file)));
      return higher.length > 0 ? [`${file}: ${[...new Set(higher)].sort().join(' ')}`] : [];
    });
}

test('what names a table of a higher module is listed; nothing of the platform does', () =>
  expect(listUpwardReadings()).toEqual([
    // Whether somebody has been checked in.
    'server/apply/applications/applications.queries.ts: checked_in',
    'server/apply/applications/statistics.queries.ts: checked_in',
    // What of the event is in use, so that the settings cannot change it any more.
    'server/event/settings/settings.queries.ts: agreements answers applications check_ins demo_tables judges places projects scores waitlist walk_ins withdrawn_applications',
    // Its purpose.
    'server/people-data/applications-with-profiles.ts: answers applications profiles',
    'server/people-data/blind-review.ts: reviews',
    'server/people-data/people-filter.ts: answers checked_in held_decisions person_tables places projects team_members teams waitlist',
    'server/people-data/places.queries.ts: applications held_decisions places undoable_decisions waitlist',
    'server/people-data/sessions.queries.ts: judge_sessions judges review_sessions shifts',
    'server/people-data/users-with-status.ts: applications team_members',
    'server/people-data/users.queries.ts: applications walk_ins withdrawn_applications',
    // A team with its applications and its project, as one page shows them.
    'server/projects/projects-admin.queries.ts: answers',
    'server/projects/projects.queries.ts: applications scores voided_scores',
    'server/projects/projects.tables.ts: applications',
    'server/teams/team-cards.queries.ts: applications',
    'server/teams/team-work.queries.ts: applications demo_tables project_tables projects scores voided_scores',
    'server/teams/teams.queries.ts: applications',
  ]));

test('ARCHITECTURE.md names every folder of server and web', () => {
  const folders = [...sources.keys()].filter(isIn('server', 'web')).map((file) => file.split('/')[1] ?? '');
  const named = new Set(architecture.match(/[\w-]+(?=\/)/g));
  expect([...new Set(folders)].filter((folder) => !folder.includes('.') && !named.has(folder))).toEqual([]);
});

// `serve` binds each call of such a module to the function of its name, or does not compile.
test('every module of the contract that declares calls is served', () => {
  const served = new Set(modules.filter((file) => /\.routes\.ts$/.test(file)).flatMap(listImports));
  const declaring = product.filter(
    (file) => isIn('contract')(file) && / = endpoint\(/.test(sources.get(file) ?? ''),
  );
  expect(declaring.filter((file) => !served.has(file))).toEqual([]);
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
    modules.filter(
      (file) =>
        isIn('server', 'web', 'contract', 'packages')(file) &&
        !isTest(file) &&
        !/\.(queries|locks|tables|doctor)\.ts$|^server\/(platform\/db|people-data)\//.test(file) &&
        touchesTables(sources.get(file) ?? ''),
    ),
  ).toEqual([]));

test('every file and folder is named for what it is about', () =>
  expect(
    [...sources.keys()].filter((file) =>
      /(^|\/)(utils?|helpers?|common|misc|shared|lib\/index)(\.|\/)/.test(file),
    ),
  ).toEqual([]));

test('nothing is left undone or switched off without a reason', () => {
  const marks = /\bTODO\b|\bFIXME\b|@ts-(ignore|nocheck|expect-error)(?!.{10})|biome-ignore [^:]+:\s*$/;
  expect(
    modules.filter((file) => file !== 'scripts/architecture.test.ts' && marks.test(sources.get(file) ?? '')),
  ).toEqual([]);
});

test('the lockfile and package.json name the same dependencies, without addresses', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
  const declared = JSON.parse(read('package.json'));
  const locked = JSON.parse(read('package-lock.json')).packages[''];
  for (const group of groups) expect(locked[group]).toEqual(declared[group]);
  expect(read('package-lock.json')).not.toContain('"resolved"');
});

test('a code that a rule returns is thrown through that rule only', () => {
  const codesIn = (file: string, pattern: RegExp) =>
    [...(sources.get(file) ?? '').matchAll(pattern)].map(([, code = '']) => code);
  const ruled = new Set(
    product
      .filter((file) => /\.(rules|policy)\.ts$/.test(file))
      .flatMap((file) => codesIn(file, /'([a-z]+(?:_[a-z]+)+)'/g)),
  );
  expect(ruled.size).toBeGreaterThan(10);
  const thrown = product
    .filter(isIn('server'))
    .flatMap((file) => codesIn(file, /\bfail\('(\w+)'/g).map((code) => `${file}: ${code}`));
  // After the rule: a statement under the lock found that somebody was faster.
  expect(thrown.filter((line) => ruled.has(line.split(': ')[1]!)).sort()).toEqual([
    'server/projects/projects.service.ts: not_in_team',
    'server/teams/join-requests.service.ts: request_decided',
    'server/teams/members.service.ts: not_in_team',
  ]);
});

test('no service, query or rule asks the machine for the time or for chance: both come in through `services`', () => {
  const direct = /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomBytes\(/;
  expect(
    product.filter(
      (file) =>
        /\.(service|queries|rules|policy|views|routes)\.ts$/.test(file) &&
        direct.test(sources.get(file) ?? ''),
    ),
  ).toEqual([]);
});

test('every text of the specification is written once', () => {
  const listTexts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(listTexts);
  const fixed = listTexts(texts).filter((text) => text.length > 20);
  const again = product
    .filter((file) => file !== 'contract/texts.ts')
    .flatMap((file) =>
      fixed.filter((text) => sources.get(file)?.includes(text)).map((text) => `${file}: ${text}`),
    );
  expect(again).toEqual([]);
});

test('what is exported is used elsewhere', () => {
  const files = new Map<string, Set<string>>();
  for (const [file, text] of sources)
    for (const word of new Set(text.match(/\w+/g))) files.set(word, (files.get(word) ?? new Set()).add(file));
  // What is loaded by its file: pages, migrations, and what the build puts in place of a package.
  const isLoaded = (name: string, file: string) =>
    name === 'Component' || name === 'up' || /^web\/(vite|lib\/style-singleton)\b/.test(file);
  const unused = [...listExports(product)].flatMap(([name, [file = '']]) =>
    files.get(name)!.size === 1 && !isLoaded(name, file) ? [`${file}: ${name}`] : [],
  );
  expect(unused).toEqual([]);
});
