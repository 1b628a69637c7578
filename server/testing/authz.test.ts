import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { questionTypes } from '../../contract/apply/question-types.ts';
import { studentLeague } from '../../contract/event/student-league.ts';
import type { Access } from '../../contract/platform/endpoint.ts';
import { type Role, rolesByAccess } from '../../contract/platform/roles.ts';
import { createTestApp, type TestApp } from './app.ts';
import { matrixCases } from './authz-cases.ts';
import { type MatrixRow, matrixRows } from './authz-matrix.ts';
import { type MatrixCase, sendCall } from './authz-requests.ts';
import { calls } from './calls.ts';
import { takeChanges, watchTables } from './changes.ts';
import { askQuestions } from './questions.ts';
import { buildWorld, type Column, columns, type MatrixWorld } from './world.ts';

const accessOf = ({ call }: MatrixRow) => (call ? calls[call]?.access : undefined);

let site: TestApp;
/** A sensitive question of every type but country, whose answers are known words, and those of the league's preset. */
const sensitiveQuestions = [
  ...questionTypes.filter((type) => type !== 'country').map((type) => ({ id: type, type, sensitive: true })),
  ...studentLeague.questions.filter(({ sensitive }) => sensitive),
].map((question) => ({
  ...{ label: question.id, visibleTo: [], ...question, required: false },
  ...(['choice', 'several'].includes(question.type) && { options: ['One'] }),
}));

beforeAll(async () => {
  site = await createTestApp();
  askQuestions(site, sensitiveQuestions);
  await watchTables(site);
});
afterAll(() => site.close());

/** Everything of others that must not be in an answer to this column. */
function listSecrets(
  column: Column,
  row: MatrixRow,
  { cast, team, strangers, bystander, approved, canaries }: MatrixWorld,
): string[] {
  const inTeam = column === 'member' || column === 'leader' || row.case.joins === true;
  const access = accessOf(row);
  const seesParticipants = access === 'check-in' && getColumns('check-in').includes(column);
  const readsApplications = column === 'application-reviewer' && row.call === 'getTeam';
  const isForStaff = access && getColumns('staff').includes(column) && getColumns(access).includes(column);
  const codes = [...(column === 'leader' ? [] : [team.code]), strangers.code];
  const messages = column === 'hacker' || column === 'leader' ? [] : [canaries.message];
  if (column === 'admin' || column === 'owner') return [...codes, ...messages];
  messages.push(canaries.sensitive);
  if (readsApplications || (isForStaff && !openAccesses.includes(access))) return [...codes, ...messages];
  const others = [bystander, ...strangers.members, cast.admin, cast.other];
  if (!seesParticipants) others.push(approved);
  if (column !== 'leader' && !seesParticipants) others.push(cast.hacker);
  if (!inTeam) others.push(...team.members);
  const texts = [canaries.bystander, canaries.application, ...(seesParticipants ? [] : [canaries.checkIn])];
  const emails = others.map(({ email }) => email).filter((email) => email !== cast[column].email);
  return [...codes, ...messages, ...texts, ...emails];
}

/** Returns the cell of the matrix where the answer fits it, else what came instead. */
function describeAnswer(
  cell: string,
  { statusCode, body }: { statusCode: number; body: string },
  world: MatrixWorld,
): string {
  const json = () => JSON.parse(body);
  const bodies: Record<string, () => boolean> = {
    '': () => true,
    c: () => json().inviteCode === world.team.code,
    e: () => body === '[]',
    n: () => body === '{"success":false,"user":null}',
    r: () => json()[0]._id === world.requestId,
  };
  const holds = cell.slice(0, 3) === String(statusCode) && bodies[cell.slice(3)]?.();
  return holds ? cell : `${statusCode} ${body.slice(0, 200)}`;
}

/** Sends one cell of the matrix; returns the answer as the matrix writes it and whether the world has changed. */
async function sendCell(column: Column, row: MatrixRow, world: MatrixWorld, matrixCase: MatrixCase) {
  const actor = world.cast[column];
  const unsafe = calls[row.call ?? '']?.method !== 'GET';
  await matrixCase.own?.(actor, world);
  if (unsafe) await takeChanges(site);
  const answer = await sendCall(row.call ?? '', matrixCase, actor, world);
  const leaked = listSecrets(column, row, world).filter((text) => answer.body.includes(text));
  const refused = answer.statusCode >= 400;
  const changed = unsafe && refused ? await takeChanges(site) : [];
  const notes = [...leaked.map((text) => `contains ${text}`), ...changed.map((name) => `changed ${name}`)];
  const found = [describeAnswer(row.expect[column], answer, world), ...notes].join(', ');
  // Signing out is a GET, because it is a link.
  return { found, spent: (unsafe && !refused) || row.call === 'signOut' };
}

// A world that nothing has changed serves the next row too: building one takes longer than sending a call.
let untouched: MatrixWorld | undefined;

/** Returns a world for the next cell, and the case with what it sends there. */
async function prepareCase(given: MatrixCase): Promise<{ world: MatrixWorld; matrixCase: MatrixCase }> {
  const { prepare, prepareRequest, own } = given;
  const changes = prepare ?? prepareRequest ?? own;
  const world = (!changes && untouched) || (await buildWorld(site));
  untouched = changes ? untouched : world;
  await prepare?.(world);
  return { world, matrixCase: { ...given, ...(await prepareRequest?.(world)) } };
}

describe.each(matrixRows)('$name', (row) => {
  test('answers everybody as the matrix says', async ({ skip }) => {
    const given = row.case;
    if (given.impossible) return skip('This machine has no openssl.');
    const answers: Partial<Record<Column, string>> = {};
    let { world, matrixCase } = await prepareCase(given);
    // Refused calls come first: all of them have the same world, and each of the others its own.
    const isRefused = (column: Column) => /^4/.test(row.expect[column]);
    const ordered = [...columns.filter(isRefused), ...columns.filter((column) => !isRefused(column))];
    for (const column of ordered) {
      const { found, spent } = await sendCell(column, row, world, matrixCase);
      answers[column] = found;
      if (!spent) continue;
      if (world === untouched) untouched = undefined;
      if (column !== ordered.at(-1)) ({ world, matrixCase } = await prepareCase(given));
    }
    expect(answers).toEqual(row.expect);
  });
});

/** Every route that the program serves, from the tree that it prints. */
function listRoutes(): string[] {
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

test('every call of the contract has a row, every row a call or a case, every case a row', () => {
  const named = matrixRows.map(({ call }) => call);
  expect(Object.keys(calls).filter((name) => !named.includes(name))).toEqual([]);
  const unknown = matrixRows.filter((row) => !row.call && !row.case.send);
  expect(unknown.map(({ name }) => name)).toEqual([]);
  const used = matrixRows.map(({ name }) => name);
  expect(used.filter((name, at) => used.indexOf(name) !== at)).toEqual([]);
  expect(Object.keys(matrixCases).filter((name) => !used.includes(name))).toEqual([]);
});

test('the program serves every call of the contract, what watches over it asks for, and nothing else', () => {
  const declared = Object.values(calls).map(({ method, path }) => `${method} /api${path}`);
  const watched = ['GET /healthz', 'GET /readyz', 'GET /version', 'GET /metrics'];
  expect(listRoutes().sort()).toEqual([...declared, ...watched].sort());
});

const openAccesses: Access[] = ['open', 'all', 'user', 'check-in'];
const columnsOfRole: Record<Role, readonly Column[]> = {
  hacker: ['hacker', 'other', 'member', 'leader'],
  volunteer: ['volunteer'],
  mentor: ['mentor'],
  'application-reviewer': ['application-reviewer'],
  'check-in-lead': ['check-in-lead'],
  'judging-lead': ['judging-lead'],
  admin: ['admin', 'owner'],
};

/** Returns the columns that get past an access. Everybody else: 401 without a session of its kind, 403 without the role. */
function getColumns(access: Access): readonly Column[] {
  if (access === 'open' || access === 'all') return columns;
  if (access === 'judge' || access === 'reviewer' || access === 'owner') return [access];
  return rolesByAccess[access].flatMap((role) => columnsOfRole[role]);
}
const people = getColumns('user');

test('every row agrees with the access that its call declares', () => {
  const disagreeing = matrixRows.flatMap((row) => {
    const access = accessOf(row);
    if (!access) return [];
    const ownSession = access === 'judge' || access === 'reviewer';
    return columns
      .filter((column) => !getColumns(access).includes(column))
      .filter((column) => row.expect[column] !== (!ownSession && people.includes(column) ? '403' : '401'))
      .map((column) => `${row.call} ${column}: ${row.expect[column]}`);
  });
  expect(disagreeing).toEqual([]);
});
