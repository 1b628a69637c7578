import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, launchBrowser, watchFaults } from './browser.ts';

const pages: Record<string, string> = {
  '/clean': '<title>clean</title>',
  '/console': '<script>console.error("oh no")</script>',
  '/uncaught': '<script>throw new Error("lost")</script>',
  '/elsewhere': '<img src="http://127.0.0.1:9/pixel.png">',
};

let browser: Browser;
let url: string;
const server = createServer((request, response) => {
  const page = pages[request.url ?? ''];
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page ?? '');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  server.close();
});

async function faultsOf(path: string, expected: RegExp[] = []) {
  const context = await browser.newContext();
  const faults = watchFaults(context, url, [/favicon/, ...expected]);
  const page = await context.newPage();
  await page.goto(url + path, { waitUntil: 'networkidle' });
  await context.close();
  return faults;
}

test('a page without faults', async () => expect(await faultsOf('/clean')).toEqual([]));

test('an error in the console is noticed', async () =>
  expect(await faultsOf('/console')).toEqual([`console: oh no ${url}/console`]));

test('an uncaught error is noticed', async () =>
  expect(await faultsOf('/uncaught')).toEqual(['uncaught: lost']));

test('a request that leaves the site is noticed', async () =>
  expect((await faultsOf('/elsewhere'))[0]).toBe('left the site: http://127.0.0.1:9/pixel.png'));

test('an announced error is not noticed', async () =>
  expect(await faultsOf('/console', [/oh no/])).toEqual([]));
