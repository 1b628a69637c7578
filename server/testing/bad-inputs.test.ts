import { promises as fs, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBrokenFiles, listBrokenInvariants } from '../operations/doctor/doctor.service.ts';
import { stagingFolder } from '../platform/files/staging.ts';
import { signUpAdmin } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { type Case, type CaseFile, toRequests } from './bad-inputs.ts';
import { setUpCase } from './bad-inputs-setup.ts';
import { createEmptyPages } from './pages.ts';
import { sendRaw, type WireAnswer } from './raw-http.ts';

// The calls of other areas come with later features; a file that is named is run whole.
const built = ['http', 'apply', 'upload', 'teams', 'checkin', 'review', 'score', 'search', 'hall'];
const named = process.env.BAD_INPUTS;
const file: CaseFile = JSON.parse(readFileSync(named ?? new URL('bad-inputs.json', import.meta.url), 'utf8'));
const cases = file.cases.filter(({ area }) => named || built.includes(area));

let site: TestApp;
let port: number;
let pages: { dist: string; remove: () => Promise<void> };
beforeAll(async () => {
  pages = await createEmptyPages();
  // Limits as in a real site: some cases reach them.
  site = await createTestApp({ rateLimitScale: 1 }, { dist: pages.dist });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as { port: number }).port;
  // The first search of a program loads the engine; the cases are timed without it.
  const organizer = await signUpAdmin(site);
  const search = await organizer.call('POST', '/search/rag', { query: 'python', filters: {} });
  expect(search.statusCode).toBe(200);
});
afterAll(async () => {
  await site.close();
  await pages.remove();
});

const insides =
  /\bat .+:\d+:\d+|node_modules|\b(select|delete) .*\bfrom\b|\binsert into\b|\/(work|home|root|tmp)\//i;
const megabyte = 1024 * 1024;

function fits({ message, match = 'any' }: Case['expect'], said: unknown): boolean {
  if (message === null || match === 'any') return true;
  return match === 'prefix' ? String(said).startsWith(message) : said === message;
}

/** The standing rules and the case's own: what this answer breaks. */
function faults(one: Case, answer: WireAnswer, grown: number): string[] {
  const { status, body, headers, milliseconds } = answer;
  const json = headers['content-type']?.startsWith('application/json') ? JSON.parse(body) : undefined;
  const allowed = Number(/RSS growth < (\d+) MB/.exec(one.expect.effect ?? '')?.[1] ?? 150);
  const location =
    headers.location === undefined ? undefined : new URL(headers.location, site.services.config.publicUrl);
  const rules: [string, boolean][] = [
    [
      `status ${status}, not ${one.expect.status.join(' or ')}: ${body.slice(0, 300)}`,
      one.expect.status.includes(status),
    ],
    [`message "${json?.message}"`, status < 400 || fits(one.expect, json?.message)],
    [
      `no JSON error: ${body.slice(0, 300)}`,
      status < 400 || (json?.success === false && typeof json.message === 'string'),
    ],
    [`tells its insides: ${body.slice(0, 300)}`, status < 400 || !insides.test(body)],
    [`leads to ${location}`, !location || location.origin === site.services.config.publicUrl.origin],
    ['a session for nothing', status < 400 || !/sid=[^;]{10}/.test(String(headers['set-cookie']))],
    ['a 429 without Retry-After', status !== 429 || /^[1-9]\d*$/.test(headers['retry-after'] ?? '')],
    [`took ${Math.round(milliseconds)} ms`, milliseconds < 5000],
    [`memory grew by ${Math.round(grown)} MB`, grown < allowed],
  ];
  return rules.filter(([, held]) => !held).map(([fault]) => fault);
}

async function run(one: Case, make: ReturnType<typeof toRequests>[number]): Promise<string[]> {
  const { actor, names } = await setUpCase(site, one);
  const asked = make(names);
  // On plain http the cookie has no prefix.
  const own = String(asked.headers?.Cookie ?? asked.headers?.cookie ?? actor.cookie).replace('__Host-', '');
  const headers = { ...asked.headers, ...(own && { cookie: own }), Cookie: undefined };
  let found: string[] = [];
  for (let round = 1; round <= (one.repeat ?? 1); round += 1) {
    const before = process.memoryUsage.rss();
    const answer = await sendRaw(port, { ...asked, headers: JSON.parse(JSON.stringify(headers)) });
    found = faults(one, answer, (process.memoryUsage.rss() - before) / megabyte);
  }
  const staged = await fs.readdir(stagingFolder(site.services.config.dataDir)).catch(() => []);
  const left = staged
    .filter((name) => name.endsWith('.part'))
    .map((name) => `left ${path.basename(name)} behind`);
  return [...found, ...left, ...(await listBrokenInvariants(site.services))];
}

describe.each(cases)('$id: $as $method $path', (one) => {
  test.each(
    toRequests(one, file).map((make, index) => ({
      make,
      variant: JSON.stringify(one.variants?.[index]) ?? '',
    })),
  )('is refused or made harmless $variant', async ({ make }) => expect(await run(one, make)).toEqual([]));
});

test('every file that was taken is whole', async () =>
  expect(await listBrokenFiles(site.services)).toEqual([]));
