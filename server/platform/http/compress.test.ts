import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { installCompression, pickEncoding } from './responses.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const ask = (path: string, accepted?: string) =>
  anonymous(site).call('GET', path, undefined, { headers: accepted ? { 'accept-encoding': accepted } : {} });

test('a long answer is compressed as the client asks, and is the same', async () => {
  const plain = await ask('/event');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const [brotli, gzipped] = [await ask('/event', 'gzip, br'), await ask('/event', 'gzip')];
  expect([brotli.headers['content-encoding'], gzipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body);
  expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
  for (const { headers } of [plain, brotli, gzipped]) expect(headers.vary).toBe('accept-encoding');
});

test('compression adds to what an answer varies by', async () => {
  const app = fastify();
  installCompression(app);
  app.get('/page', (_, reply) => reply.header('vary', 'cookie').type('text/html').send('x'.repeat(2000)));
  expect((await app.inject('/page')).headers.vary).toBe('cookie, accept-encoding');
});

test('a short answer and a page that is compressed in advance are not compressed again', async () => {
  expect((await ask('/auth/options', 'br')).headers['content-encoding']).toBeUndefined();
  const page = await ask('/docs', 'br');
  expect(page.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(page.rawPayload).toString()).toMatch(/^<!doctype html>/);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', undefined],
  ['deflate', undefined],
  [undefined, undefined],
])('accepting %s means %s', (accepted, encoding) => expect(pickEncoding(accepted)).toBe(encoding));
