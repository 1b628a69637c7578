import { expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { newKey } from '../lib/key.ts';
import { type Candidate, type Flow, nextFlow, ready } from './flow.ts';
import { persist } from './persist.ts';
import { codeGate, readCode } from './scanned-code.ts';
import { keyboardScanner } from './scanner-keys.ts';

test('a pass is JSON with the id of a person, and perhaps a signature', () => {
  expect(readCode('{"userId":"u1","name":"Ada","t":"sig"}')).toEqual({ userId: 'u1', pass: 'sig' });
  expect(readCode('{"userId":"u1"}')).toEqual({ userId: 'u1' });
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
])('%s is no pass', (_what, text) => expect(readCode(text)).toBeUndefined());

test('a code counts once while in sight, and again after 2.5 s out of sight', () => {
  const gate = codeGate();
  const passed = [0, 400, 2800, 5200, 7600, 10_101].map((at) => gate('ada', at));
  expect(passed).toEqual([true, false, false, false, false, true]);
});

test('two codes are at least 500 ms apart', () => {
  const gate = codeGate();
  expect([gate('ada', 0), gate('alan', 499), gate('alan', 500), gate('ada', 1000)]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

const ada: Candidate = {
  userId: 'u1',
  name: 'Ada Lovelace',
  email: null,
  major: 'Mathematics',
  attendanceConfirmed: false,
  from: 'scan',
  passVerified: true,
};
const run = (...events: Parameters<typeof nextFlow>[1][]) => events.reduce(nextFlow, ready as Flow);

test('a person is looked up, chosen, confirmed, and over', () => {
  const outcome = { result: 'admitted', title: 'Checked in', name: 'Ada Lovelace' } as const;
  expect(run({ type: 'looking' }, { type: 'chosen', candidate: ada })).toEqual({
    step: 'chosen',
    candidate: ada,
  });
  expect(
    run({ type: 'chosen', candidate: ada }, { type: 'confirm', key: 'k1' }, { type: 'over', outcome }),
  ).toEqual({
    step: 'over',
    outcome,
  });
});

test('after a lost answer the next confirmation has the same key', () => {
  const again = run(
    { type: 'chosen', candidate: ada },
    { type: 'confirm', key: 'k1' },
    { type: 'lost', trouble: 'Failed to check in participant' },
    { type: 'confirm', key: 'k2' },
  );
  expect(again).toEqual({ step: 'confirming', candidate: ada, key: 'k1' });
});

test('nothing replaces a person who is being confirmed, and nobody is confirmed twice', () => {
  const confirming = run({ type: 'chosen', candidate: ada }, { type: 'confirm', key: 'k1' });
  for (const event of [
    { type: 'looking' },
    { type: 'chosen', candidate: { ...ada, userId: 'u2' } },
    { type: 'confirm', key: 'k2' },
  ] as const)
    expect(nextFlow(confirming, event)).toBe(confirming);
  expect(nextFlow(ready, { type: 'confirm', key: 'k1' })).toBe(ready);
});

const refused = new ApiError(409, { code: 'already_checked_in' });
const away = new ApiError(0, { code: 'offline' });

test('a lost answer is asked for again after 0.5, 1, 2 and 4 s, a refusal is not', async () => {
  const sleep = vi.fn(async () => undefined);
  const answers = [away, new ApiError(503, {}), new TypeError('network'), 'in'];
  const attempt = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  expect(await persist(attempt, { sleep })).toBe('in');
  expect(sleep.mock.calls).toEqual([[500], [1000], [2000]]);
  await expect(persist(() => Promise.reject(refused), { sleep })).rejects.toBe(refused);
  expect(sleep).toHaveBeenCalledTimes(3);
  await expect(persist(() => Promise.reject(away), { sleep })).rejects.toBe(away);
  expect(sleep).toHaveBeenCalledTimes(7);
});

function type(text: string, gap: number) {
  const scanner = keyboardScanner();
  return [...text, 'Enter'].map((key, index) =>
    scanner({ key: key === '\n' ? 'Enter' : key, at: index * gap }),
  );
}

test('a scanner that poses as a keyboard is told from a hand', () => {
  const pass = '{"userId":"u1","name":"Ada Lovelace"}';
  expect(type(pass, 5).at(-1)).toEqual({ text: pass });
  expect(
    type(pass, 5)
      .slice(1, -1)
      .every((answer) => answer === 'burst'),
  ).toBe(true);
  expect(new Set(type(pass, 80))).toEqual(new Set(['typing']));
  expect(type('short', 5).at(-1)).toBe('typing');
});

test('Shift between the characters of a scanner does not interrupt it', () => {
  const scanner = keyboardScanner();
  const strokes = ['Shift', '{', 'Shift', '"', 'u', 's', 'e', 'r', 'I', 'd', '"'];
  for (const [index, key] of strokes.entries()) scanner({ key, at: index * 4 });
  expect(scanner({ key: 'Enter', at: strokes.length * 4 })).toEqual({ text: '{"userId"' });
});

test('keys are UUIDs, each its own', () => {
  const keys = Array.from({ length: 100 }, newKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys)
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
