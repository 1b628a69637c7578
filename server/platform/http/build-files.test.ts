import { promises as fs } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createEmptyPages } from '../../testing/pages.ts';

let site: TestApp;
let pages: Awaited<ReturnType<typeof createEmptyPages>>;
const script = 'export const compressed = true;';
beforeAll(async () => {
  pages = await createEmptyPages();
  const write = async (name: string, content: string | Buffer) => {
    const file = path.join(pages.dist, 'web', name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, content);
  };
  await write('assets/app-1a2b.js', script);
  await write('assets/app-1a2b.js.br', brotliCompressSync(script));
  await write('assets/event/atlas-3c4d.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await write('assets/.hidden', 'hidden');
  await write('films/opening.mp4', '0123456789');
  await write('sw.js', script);
  site = await createTestApp({}, { dist: pages.dist });
});
afterAll(async () => {
  await site.close();
  await pages.remove();
});

const ask = (url: string, headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  site.app.inject({ method, url, headers });

test('files of the build are served under their names, hashed ones for a year, compressed where a copy is', async () => {
  const plain = await ask('/assets/app-1a2b.js');
  expect([plain.statusCode, plain.body]).toEqual([200, script]);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    'x-content-type-options': 'nosniff',
  });
  const compressed = await ask('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(compressed.headers['content-encoding']).toBe('br');
  // A script is no document.
  expect(compressed.headers['content-security-policy']).toBeUndefined();
  const worker = await ask('/sw.js');
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-security-policy': expect.any(String),
  });
  expect((await ask('/assets/app-1a2b.js', {}, 'HEAD')).statusCode).toBe(200);
  const part = await ask('/films/opening.mp4', { range: 'bytes=2-4' });
  expect([part.statusCode, part.body]).toEqual([206, '234']);
});

test('files of a folder among the assets are served, too', async () => {
  const { statusCode, headers } = await ask('/assets/event/atlas-3c4d.svg');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.any(String),
    'content-type': 'image/svg+xml',
  });
});

const missing = [
  '/assets/',
  '/assets/none.js',
  '/assets/event',
  '/assets/event/',
  '/assets/event/none.svg',
  '/assets/app-1a2b.js.br',
  '/assets/.hidden',
  '/assets/..%2Fapp.html',
  '/assets/%2e%2e%2fsw.js',
  '/assets/../../../package.json',
  '/assets/a%00b',
  `/assets/${'a'.repeat(200)}`,
  '/films',
  '/films/',
  '/none.js',
  '/__proto__',
];
test.each(missing)('%s is not found', async (url) => {
  const { statusCode, headers } = await ask(url);
  expect([statusCode, headers['content-type']]).toEqual([404, expect.stringContaining('json')]);
});

test('files are only read', async () => {
  expect((await ask('/assets/app-1a2b.js', { 'content-type': 'application/json' }, 'POST')).statusCode).toBe(
    404,
  );
});
