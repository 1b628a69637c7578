import { beforeEach, expect, test, vi } from 'vitest';
import { toApiError } from './api-error.ts';
import { queryClient } from './call.ts';
import {
  computeBackoff,
  listQueued,
  type QueuedItem,
  type SendOutcome,
  saveQueued,
  sendQueued,
  toOutcome,
} from './offline-queue.ts';

const { items } = vi.hoisted(() => ({ items: new Map<string, QueuedItem<string>>() }));
vi.mock('idb', () => ({
  openDB: async () => ({
    getAllFromIndex: async () => [...items.values()].sort((a, b) => a.at - b.at),
    put: async (_store: string, item: QueuedItem<string>) => void items.set(item.id, item),
    delete: async (_store: string, id: string) => void items.delete(id),
  }),
}));

beforeEach(() => items.clear());

const kind = 'parcel';
const keep = (id: string, { tries = 1, pause = 0 } = {}) =>
  saveQueued({ id, kind, payload: id, at: items.size, tries, notBefore: Date.now() + pause });

/** Sends what waits; those named in `lost` get no answer. Returns what was sent. */
async function sending(lost: string[] = [], answer: SendOutcome = { kind: 'done' }): Promise<string[]> {
  const sent: string[] = [];
  await sendQueued(kind, async ({ id }) => {
    sent.push(id);
    if (lost.includes(id)) throw new Error('no answer');
    return answer;
  });
  return sent;
}

test('what is due goes out oldest first, and is forgotten once it is answered', async () => {
  await keep('a');
  await keep('b');
  await keep('later', { pause: 9000 });
  expect(await sending()).toEqual(['a', 'b']);
  expect([...items.keys()]).toEqual(['later']);
});

test('what the server would not have stays, with the reason, and is not sent again', async () => {
  await keep('a');
  await sending([], { kind: 'trouble', message: 'No.' });
  expect(await listQueued(kind)).toMatchObject([{ id: 'a', trouble: 'No.' }]);
  expect(await sending()).toEqual([]);
});

test('one lost answer is bad luck: the others are sent all the same', async () => {
  for (const id of ['a', 'b', 'c']) await keep(id);
  expect(await sending(['a'])).toEqual(['a', 'b', 'c']);
  expect(await listQueued(kind)).toMatchObject([{ id: 'a', tries: 2 }]);
});

test('after two in a row all pause, longer each time, until somebody is answered', async () => {
  for (const id of ['a', 'b', 'c']) await keep(id, { tries: 3 });
  expect(await sending(['a', 'b', 'c'])).toEqual(['a', 'b']);
  const paused = await listQueued(kind);
  expect(paused.map(({ tries }) => tries)).toEqual([4, 5, 5]);
  for (const { notBefore, tries } of paused)
    expect(notBefore - Date.now()).toBeGreaterThan(computeBackoff(tries) - 1000);
  expect(await sending()).toEqual([]);
  await keep('d');
  expect(await sending()).toEqual(['d', 'a', 'b', 'c']);
});

test('after the first answer whatever was pausing goes out too', async () => {
  await keep('pausing', { tries: 7, pause: 30_000 });
  await keep('a');
  await keep('on its way', { pause: 8000 });
  expect(await sending()).toEqual(['a', 'pausing']);
  expect([...items.keys()]).toEqual(['on its way']);
});

test('a single loss between answers makes no long pause', async () => {
  await keep('a');
  await keep('b', { tries: 7 });
  expect(await sending(['b'])).toEqual(['a', 'b']);
  expect(await listQueued(kind)).toMatchObject([{ id: 'b', tries: 2 }]);
});

test('an item that cannot be read is neither listed nor sent, and holds nothing up', async () => {
  await keep('a');
  const broken = { id: 'b', kind, payload: undefined, at: Number.NaN, tries: 1, notBefore: 0 };
  items.set('b', broken as unknown as QueuedItem<string>);
  expect(await sending()).toEqual(['a']);
  expect(await listQueued(kind)).toEqual([]);
});

test('what a proxy answers is no refusal: it is sent again after a pause, and each refusal has a sentence', async () => {
  await keep('a');
  let sent = 0;
  const send = (status: number, body: string) =>
    sendQueued(kind, () => {
      sent += 1;
      return toOutcome(Promise.reject(toApiError(status, body)));
    });
  for (const status of [400, 404, 413]) await send(status, '<h1>404 page not found</h1>');
  expect([sent, await listQueued(kind)]).toMatchObject([1, [{ id: 'a', tries: 2 }]]);
  vi.useFakeTimers({ now: Date.now() + 1100, toFake: ['Date'] });
  for (let run = 0; run < 3; run += 1) await send(404, '{"code":"unknown_thing"}');
  vi.useRealTimers();
  expect([sent, await listQueued(kind)]).toMatchObject([2, [{ trouble: 'The server did not accept it.' }]]);
});

test('somebody who is signed out is told so, and what they did waits', async () => {
  const refresh = vi.spyOn(queryClient, 'invalidateQueries');
  await keep('a');
  await sendQueued(kind, () => toOutcome(Promise.reject(toApiError(401, '{"code":"unauthorized"}'))));
  expect(refresh).toHaveBeenCalledWith({ queryKey: ['session'] });
  expect(await listQueued(kind)).toMatchObject([{ id: 'a', tries: 2 }]);
});

test('a second run during the first sends nothing', async () => {
  let held = false;
  const request = async (_name: string, _options: object, work: (lock: object | null) => unknown) => {
    if (held) return work(null);
    held = true;
    const result = await work({});
    held = false;
    return result;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  for (const id of ['a', 'b']) await keep(id);
  const answers: number[] = [];
  const send = async (): Promise<SendOutcome> => {
    answers.push(await sendQueued(kind, send));
    return { kind: 'done' };
  };
  expect(await sendQueued(kind, send)).toBe(2);
  expect(answers).toEqual([0, 0]);
  vi.unstubAllGlobals();
});
