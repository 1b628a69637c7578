// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionLifetimes } from '../../contract/platform/session-lifetimes.ts';
import { ApiError, createConnectionError } from './api-error.ts';
import { storeAuthHint } from './auth-hint.ts';
import { clearOfflineCache, deleteExpiredResponses, fetchOrCached } from './offline-cache.ts';

// What the tests' browser lacks: as much of the cache storage as is used here.
const stored = new Map<string, Response>();
beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the program does.
  document.cookie = 'auth=user';
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (name: string, answer: Response) => void stored.set(name, answer),
      match: async (name: string) => stored.get(name)?.clone(),
      keys: async () => [...stored.keys()],
      delete: async (name: string) => stored.delete(name),
    }),
    has: async () => true,
    delete: async () => stored.clear(),
  });
});
afterEach(() => {
  stored.clear();
  vi.useRealTimers();
});

const lost = () => Promise.reject(createConnectionError());

it('gives the last answer when the network is lost, and the error when there is none', async () => {
  await expect(fetchOrCached('a', lost)).rejects.toMatchObject({ status: 0 });
  expect(await fetchOrCached('a', async () => ({ pass: 1 }))).toEqual({ pass: 1 });
  expect(await fetchOrCached('a', lost)).toEqual({ pass: 1 });
  await expect(fetchOrCached('b', lost)).rejects.toMatchObject({ status: 0 });
  await clearOfflineCache();
  await expect(fetchOrCached('a', lost)).rejects.toMatchObject({ status: 0 });
});

it.each([429, 502, 503, 504])('gives the last answer while the program answers %i', async (status) => {
  const unavailable = () => Promise.reject(new ApiError(status, { code: 'unavailable' }));
  await fetchOrCached('a', async () => 1);
  expect(await fetchOrCached('a', unavailable)).toBe(1);
  await expect(fetchOrCached('b', unavailable)).rejects.toMatchObject({ status });
});

it('keeps the news that there is nothing', async () => {
  await fetchOrCached('a', async () => null);
  expect(await fetchOrCached('a', lost)).toBeNull();
});

it('gives no answer that is older than a volunteer’s session without use, and deletes it', async () => {
  vi.useFakeTimers();
  await fetchOrCached('a', async () => 1);
  await vi.advanceTimersByTimeAsync(sessionLifetimes.volunteer.idle - 1);
  await fetchOrCached('b', async () => 2);
  expect(await fetchOrCached('a', lost)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(fetchOrCached('a', lost)).rejects.toMatchObject({ status: 0 });
  await deleteExpiredResponses();
  expect([...stored.keys()]).toEqual(['/kept/b']);
});

it('stores an organizer’s answers no longer than their session lasts without use', async () => {
  storeAuthHint('admin');
  vi.useFakeTimers();
  await fetchOrCached('a', async () => 1);
  await vi.advanceTimersByTimeAsync(sessionLifetimes.admin.idle - 1);
  expect(await fetchOrCached('a', lost)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(fetchOrCached('a', lost)).rejects.toMatchObject({ status: 0 });
  storeAuthHint('out');
});

it('stores only what is meant to be stored', async () => {
  const withoutEmail = ({ name }: { name: string; email?: string }) => ({ name });
  const ada = { name: 'Ada', email: 'ada@example.org' };
  expect(await fetchOrCached('a', async () => ada, withoutEmail)).toEqual(ada);
  expect(await fetchOrCached('a', lost, withoutEmail)).toEqual({ name: 'Ada' });
});

it('never hides a refusal', async () => {
  await fetchOrCached('a', async () => 1);
  const refused = new ApiError(403, { code: 'forbidden', message: 'x' });
  await expect(fetchOrCached('a', () => Promise.reject(refused))).rejects.toBe(refused);
});

it('does not wait for ever when it has something to show', async () => {
  await fetchOrCached('a', async () => 'old');
  vi.useFakeTimers();
  let answer = (_: string) => {};
  const slow = () =>
    new Promise<string>((resolve) => {
      answer = resolve;
    });
  const known = fetchOrCached('a', slow);
  const unknown = fetchOrCached('b', slow);
  await vi.advanceTimersByTimeAsync(6000);
  expect(await known).toBe('old');
  answer('new');
  expect(await unknown).toBe('new');
});
