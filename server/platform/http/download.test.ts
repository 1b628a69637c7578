import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { calls } from '../../testing/calls.ts';

let site: TestApp;
let grace: TestActor;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
});
afterAll(() => site.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const downloads = Object.values(calls)
  .filter(({ method, response }) => method === 'GET' && response === 'file')
  .map(({ path }) => path.replaceAll(/:\w+/g, crypto.randomUUID()));

test.each(downloads)('a browser that may not have %s gets a page', async (path) => {
  const answer = await anonymous(site).call('GET', path, undefined, { headers: browser });
  if (answer.statusCode < 400) return;
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toMatch(/<h1>That did not work<\/h1>[\s\S]*<a href="\/">Go back<\/a>/);
  expect(answer.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/);
  const json = await anonymous(site).call('GET', path);
  expect([json.statusCode, json.json().success]).toEqual([answer.statusCode, false]);
});

test('a download that fails on our side is a page that leads back, and no file', async () => {
  await site.database.changeSchema('alter table projects rename to elsewhere');
  const from = 'http://localhost:3000/projects-overview?filter=late"';
  const ask = (headers: Record<string, string>) =>
    grace.call('GET', '/projects/export', undefined, { headers: { host: 'localhost:3000', ...headers } });
  const page = await ask({ ...browser, referer: from });
  expect([page.statusCode, page.headers['content-type'], page.headers['content-disposition']]).toEqual([
    ...[500, 'text/html; charset=utf-8', undefined],
  ]);
  expect(page.body).toContain(String(page.headers['x-request-id']));
  expect(page.body).toContain('<a href="/projects-overview?filter=late%22">Go back</a>');
  expect((await ask({ ...browser, referer: 'https://evil.example/x' })).body).toContain(
    '<a href="/">Go back',
  );
  expect((await ask({})).json()).toMatchObject({ success: false, code: 'internal' });
  await site.database.changeSchema('alter table elsewhere rename to projects');
  expect((await ask(browser)).headers['content-disposition']).toMatch('projects.csv');
});
