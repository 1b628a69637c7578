import { readFileSync } from 'node:fs';
import type { HTTPMethods } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { matrixCalls } from './authz-calls.ts';
import type { MatrixCall } from './authz-matrix-call.ts';
import { buildWorld, type Column, columns, type MatrixWorld } from './world.ts';

interface Row {
  endpoint: string;
  expect: Record<Column, string>;
}
const { rows }: { rows: Row[] } = JSON.parse(
  readFileSync(new URL('authz-matrix.json', import.meta.url), 'utf8'),
);

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

// What refused calls may write: a miss is counted, a refused scan is kept, a session is used.
const countsRefusals = new Set(['check_in_attempts', 'team_attempts', 'sessions']);

/** A sum over all that the program keeps. */
async function fingerprint(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(site.services.db);
  const sums = tables
    .filter(({ name }) => !countsRefusals.has(name))
    .map(
      ({ name }) =>
        `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from "${name}" t`,
    );
  return JSON.stringify((await sql.raw(sums.join(' union all ')).execute(site.services.db)).rows);
}

/** Everything of others that this column must not find in an answer. */
function secrets(
  column: Column,
  { cast, team, strangers, bystander, approved }: MatrixWorld,
  joins: boolean,
): string[] {
  const inTeam = column === 'member' || column === 'leader' || (joins && column !== 'admin');
  const members = team.members.map(({ email }) => email);
  const others = [bystander, approved, ...strangers.members, cast.admin, cast.other].map(
    ({ email }) => email,
  );
  const mates = column === 'leader' ? [] : [cast.hacker.email];
  return [
    ...(column === 'leader' ? [] : [team.code]),
    strangers.code,
    ...(column === 'admin' ? [] : [...others, ...mates, ...(inTeam ? [] : members)]),
  ].filter((text) => text !== cast[column].email);
}

/** What came, in the matrix's own words where it fits them, else what came instead. */
function judged(
  words: string,
  { statusCode, body }: { statusCode: number; body: string },
  world: MatrixWorld,
): string {
  const json = () => JSON.parse(body);
  const holds =
    [...words.matchAll(/\d{3}/g)].some(([code]) => code === String(statusCode)) &&
    (!words.includes('+code') || json().inviteCode === world.team.code) &&
    (!words.includes('[]') || body === '[]') &&
    (!words.includes('list') || json()[0]._id === world.requestId) &&
    (!words.includes('success:false') || body === '{"success":false,"user":null}');
  return holds ? words : `${statusCode} ${body.slice(0, 200)}`;
}

/** Asks one cell; tells what came and whether the world is still as it was built. */
async function cell(column: Column, row: Row, call: MatrixCall, world: MatrixWorld) {
  const actor = world.cast[column];
  const unsafe = !row.endpoint.startsWith('GET');
  await call.given?.(actor, world, site);
  const before = unsafe ? await fingerprint() : '';
  const answer = await call.ask(actor, world, site);
  const leaked = secrets(column, world, call.joins === true).filter((text) => answer.body.includes(text));
  const refused = answer.statusCode >= 400;
  const changed = unsafe && refused && before !== (await fingerprint());
  const notes = [...leaked.map((text) => `tells ${text}`), ...(changed ? ['changed the database'] : [])];
  const found = [judged(row.expect[column], answer, world), ...notes].join(', ');
  // Signing out is a GET, because it is a link.
  return { found, spent: (unsafe && !refused) || row.endpoint.endsWith('/logout') };
}

// A world that nobody has changed serves the next row too: building one takes longer than asking.
let untouched: MatrixWorld | undefined;

async function worldFor({ prepare, given }: MatrixCall): Promise<MatrixWorld> {
  const world = (!prepare && !given && untouched) || (await buildWorld(site));
  untouched = prepare || given ? untouched : world;
  await prepare?.(world, site);
  return world;
}

describe.each(rows)('$endpoint', (row) => {
  test('answers everybody as the matrix says', async ({ skip }) => {
    const call = matrixCalls[row.endpoint];
    const [method = '', url = ''] = (call?.route ?? '').split(' ');
    if (
      !call ||
      call.impossible ||
      (call.route && !site.app.hasRoute({ method: method as HTTPMethods, url }))
    )
      skip();
    else {
      const answers: Partial<Record<Column, string>> = {};
      let world = await worldFor(call);
      for (const column of columns) {
        const { found, spent } = await cell(column, row, call, world);
        answers[column] = found;
        if (!spent) continue;
        if (world === untouched) untouched = undefined;
        if (column !== columns.at(-1)) world = await worldFor(call);
      }
      expect(answers).toEqual(row.expect);
    }
  });
});

/** Every route that the program serves, from the tree that it prints. */
function registered(): string[] {
  const found: string[] = [];
  const prefixes: string[] = [];
  for (const line of site.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? [];
    if (!segment) continue;
    const depth = indent.length / 4;
    prefixes.length = depth;
    prefixes[depth] = segment;
    for (const method of methods.split(', '))
      if (method && method !== 'HEAD') found.push(`${method} ${prefixes.join('')}`);
  }
  return found;
}

test('the matrix knows every route that the program serves', () => {
  const known = new Set(rows.map(({ endpoint }) => matrixCalls[endpoint]?.route));
  expect(registered().length).toBeGreaterThan(40);
  expect(registered().filter((route) => !known.has(route))).toEqual([]);
});

test('every call that is asked here has a row', () => {
  const named = rows.map(({ endpoint }) => endpoint);
  expect(Object.keys(matrixCalls).filter((endpoint) => !named.includes(endpoint))).toEqual([]);
});
