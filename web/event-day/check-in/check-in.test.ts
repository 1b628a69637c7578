// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Roster } from '../../../contract/event-day/check-in.ts';
import { ApiError, isConnectionLost } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/call.ts';
import { computeBackoff } from '../../lib/offline-queue.ts';
import { noteRoster, rosterQuery } from './check-in.api.ts';
import { filterByText } from './filter-by-text.ts';
import { checkAgainstRoster, computePassDigest, identifyPass, searchRoster } from './identify-pass.ts';
import { createCodeGate, parseScannedCode } from './scanned-code.ts';
import { formatQueueState } from './station-sender.ts';

test('a pass is JSON with the id of a person, and perhaps a signature', () => {
  expect(parseScannedCode('{"userId":"u1","name":"Ada","t":"sig"}')).toEqual({ userId: 'u1', pass: 'sig' });
  expect(parseScannedCode('{"userId":"u1"}')).toEqual({ userId: 'u1' });
});

test.each([
  ['plain text', 'hello'],
  ['a link', 'https://example.org/?userId=u1'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '["u1"]'],
  ['no id', '{"name":"Ada"}'],
  ['an id that is a number', '{"userId":7}'],
  ['a blank id', '{"userId":" "}'],
  ['a signature that is no text', '{"userId":"u1","t":1}'],
  ['a prototype', '{"userId":"u1","__proto__":{"role":"admin"}}'],
  ['more than 1 KB', JSON.stringify({ userId: 'u1', name: 'é'.repeat(600) })],
])('%s is no pass', (_what, text) => expect(parseScannedCode(text)).toBeUndefined());

test('a code counts once while in sight, and again after 2.5 s out of sight', () => {
  const gate = createCodeGate();
  const passed = [0, 400, 2800, 5200, 7600, 10_101].map((at) => gate('ada', at));
  expect(passed).toEqual([true, false, false, false, false, true]);
});

test('a pass that is held up too early is read when it is its turn; the one before is not read again', () => {
  const gate = createCodeGate();
  expect(gate('ada', 0)).toBe(true);
  expect([gate('alan', 900, false), gate('ada', 1000, false), gate('alan', 1100, false)]).toEqual(
    Array(3).fill(false),
  );
  expect([gate('ada', 1200), gate('alan', 1300), gate('alan', 1900)]).toEqual([false, true, false]);
});

test('two codes are at least 500 ms apart', () => {
  const gate = createCodeGate();
  expect([gate('ada', 0), gate('alan', 499), gate('alan', 500), gate('ada', 1000)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('a missing answer is lost, a refusal and a fault of the server are not', () => {
  const lost = [0, 429, 502, 503, 504].map((status) => new ApiError(status, {}));
  for (const error of [...lost, new DOMException('late', 'TimeoutError')])
    expect(isConnectionLost(error)).toBe(true);
  for (const status of [400, 401, 404, 409, 500])
    expect(isConnectionLost(new ApiError(status, {}))).toBe(false);
});

test('pauses between tries grow to four seconds', () => {
  expect([1, 2, 3, 4, 5, 30].map(computeBackoff)).toEqual([500, 1000, 2000, 4000, 4000, 4000]);
});

test('the pill says what matters most', () => {
  const quiet = { waiting: 0, troubled: 0, online: true };
  expect(formatQueueState(quiet)).toBe('All check-ins synced');
  expect(formatQueueState({ ...quiet, waiting: 3 })).toBe('3 waiting to sync');
  expect(formatQueueState({ ...quiet, waiting: 3, online: false })).toBe('Offline. 3 waiting to sync');
  expect(formatQueueState({ ...quiet, waiting: 3, sending: { at: 2, of: 3 } })).toBe('Syncing 2 of 3');
  expect(formatQueueState({ ...quiet, waiting: 3, troubled: 1 })).toBe('1 needs attention');
  expect(formatQueueState({ ...quiet, troubled: 2, online: false })).toBe('2 need attention');
});

const roster = async (): Promise<Roster> => ({
  can: { undo: false, review: false },
  checkpoint: 'lunch',
  shows: { lunch: ['dietaryRestrictions'], dinner: ['dietaryRestrictions'], swag: ['tShirtSize'] },
  people: [
    {
      userId: 'u1',
      name: 'Ada Lovelace',
      attendanceConfirmed: true,
      dietaryRestrictions: 'vegan',
      passDigest: await computePassDigest('genuine'),
      checkedIn: { swag: '2025-09-20T15:41:00.000Z' },
    },
  ],
});

test('without a network a pass is known by its digest', async () => {
  expect(await computePassDigest('abc')).toBe('ungWv48Bz-pBQUDe');
  const kinds = async (code: { userId: string; pass?: string }) =>
    (await checkAgainstRoster(await roster(), code, 'entrance')).kind;
  expect(await kinds({ userId: 'U1', pass: 'genuine' })).toBe('known');
  expect(await kinds({ userId: 'u1' })).toBe('known');
  expect(await kinds({ userId: 'u1', pass: 'forged' })).toBe('forged');
  expect(await kinds({ userId: 'u2', pass: 'genuine' })).toBe('unknown');
});

test('the station’s own list is searched by name, with what its checkpoint shows', async () => {
  noteRoster({ ...(await roster()), at: Date.now() });
  const found = async (term: string, checkpoint = 'entrance') =>
    searchRoster(await roster(), term, checkpoint);
  expect(await found('LOVE ada')).toEqual([
    {
      userId: 'u1',
      name: 'Ada Lovelace',
      attendanceConfirmed: true,
      checkedInAt: null,
    },
  ]);
  expect(await found('ada', 'lunch')).toMatchObject([{ dietaryRestrictions: 'vegan', checkedInAt: null }]);
  // Without a network the station moves on with the list of lunch.
  expect(await found('ada', 'dinner')).toMatchObject([{ dietaryRestrictions: 'vegan' }]);
  const [swag] = await found('ada', 'swag');
  expect(swag?.tShirtSize).toBe('Not on this device: ask for their size');
  expect([swag?.checkedInAt, swag?.dietaryRestrictions]).toEqual(['2025-09-20T15:41:00.000Z', undefined]);
  expect(await found('Lovelace, Ada')).toHaveLength(1);
  for (const term of ['', '  ', 'ada turing']) expect(await found(term)).toEqual([]);
});

test('a pass that is looked up while the list of its checkpoint arrives is shown with what the checkpoint gives out', async () => {
  const answer = { userId: 'u1', name: 'Ada Lovelace', passVerified: true, dietaryRestrictions: 'vegan' };
  vi.stubGlobal('fetch', async () => Response.json({ ...answer, checkedInAt: null }));
  const list = { ...(await roster()), at: Date.now() };
  queryClient.setQueryData(rosterQuery('swag').queryKey, { ...list, checkpoint: 'swag' });
  const identified = identifyPass({ userId: 'u1', pass: 'genuine' }, 'lunch', new AbortController().signal);
  queryClient.setQueryData(rosterQuery('lunch').queryKey, list);
  expect(await identified).toMatchObject({ kind: 'person', candidate: { dietaryRestrictions: 'vegan' } });
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('the station’s own list is searched without accents on both sides', async () => {
  const { people, ...list } = await roster();
  const named = ['Máyà Pärk', 'Maya Parker'].map((name) => ({ ...people[0]!, name }));
  for (const term of ['maya park', 'Mâya pärk'])
    expect(searchRoster({ ...list, people: named }, term, 'entrance')).toHaveLength(2);
});

test('the station’s own list is searched by the code on a pass, too', async () => {
  const { people, ...list } = await roster();
  const ids = ['3bde2b96', '4bde2b96'].map((start) => `${start}-0000-4000-8000-000000000000`);
  const listed = { ...list, people: ids.map((userId) => ({ ...people[0]!, userId })) };
  for (const term of ['3BDE2B96', ' 3bde 2b96', 'ID 3BDE2B96'])
    expect(searchRoster(listed, term, 'entrance').map(({ userId }) => userId)).toEqual([ids[0]]);
  expect(searchRoster(listed, '3BDE2B9', 'entrance')).toEqual([]);
});

test('who is checked in is found by the words of name and email in any order', () => {
  const people = [
    { name: 'Sean O’Brien', email: 'sean@example.org' },
    { name: 'Ada Lovelace', email: null },
  ];
  for (const term of ["O'Brien, Sean", 'brien sean', 'SEAN@EXAMPLE brien'])
    expect(filterByText(people, term)).toEqual([people[0]]);
  expect(filterByText(people, ' ')).toEqual(people);
  expect(filterByText(people, 'sean lovelace')).toEqual([]);
});

test('a search on the station lists first whose names begin with the words', async () => {
  const { people, ...list } = await roster();
  const named = ['Johan Anders', 'Anna Holm', 'Susanna Ek', 'Hanna An'].map((name, index) => ({
    ...people[0]!,
    userId: `u${index}`,
    name,
  }));
  const found = searchRoster({ ...list, people: named }, 'an', 'entrance').map(({ name }) => name);
  expect(found).toEqual(['Johan Anders', 'Anna Holm', 'Hanna An', 'Susanna Ek']);
});

test.each([
  ...['go', 'night', 'stop', 'slate'].map((color) => [color, 'white'] as const),
  ...['amber', ...[1, 2, 3, 4, 5, 6].map((number) => `stripe-${number}`)].map(
    (color) => [color, 'ink'] as const,
  ),
])('the color %s of a result has a contrast of 7:1 with %s', (color, text) => {
  const tokens = readFileSync(path.join(import.meta.dirname, '../../styles/tokens.css'), 'utf8');
  const luminance = (name: string) => {
    const hex = new RegExp(`--color-${name}: #(\\w{6});`).exec(tokens)?.[1] ?? '';
    const [red, green, blue] = [0, 2, 4].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [light, dark] = [luminance(color), luminance(text)].sort((a, b) => b - a);
  expect((light! + 0.05) / (dark! + 0.05)).toBeGreaterThanOrEqual(7);
});
