import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from '../testing/actors.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createApplicant } from '../testing/applicants.ts';
import { createEmptyPages } from '../testing/pages.ts';
import { setDeadline, submitTestProject } from '../testing/projects.ts';

let site: TestApp;
let pages: Awaited<ReturnType<typeof createEmptyPages>>;
let grace: TestActor;
/** What the renderer of the gallery was asked for. */
let rendered: string[];

beforeAll(async () => {
  pages = await createEmptyPages();
  const renderer = path.join(pages.dist, 'public-render', 'entry.js');
  await writeFile(
    renderer,
    `export const rendered = [];
    export const renderPublicPages = () => ({});
    export const renderGalleryPage = (_, { kind, ...content }) => {
      if (kind === 'closed') return { type: 'text/html', body: JSON.stringify(content) };
      rendered.push(kind);
      return { type: 'text/html', body: '<!doctype html><html lang="en"><title>' + kind + '</title></html>' };
    };`,
  );
  ({ rendered } = await import(pathToFileURL(renderer).href));
  site = await createTestApp({ rateLimitScale: 1 }, { dist: pages.dist });
  setDeadline(site, 3_600_000);
  grace = await signUpAdmin(site);
  const ada = await signUp(site);
  await createApplicant(site, ada);
  await submitTestProject(ada, { title: 'Night Bus' });
  await grace.call('PUT', '/projects/switches', { galleryOpen: true });
});
afterAll(async () => {
  await site.close();
  await pages.remove();
});

const ask = (url: string) => site.app.inject({ url, headers: { accept: 'text/html' } });

test('a page of the gallery is rendered once, however many ask at once and whatever follows its address', async () => {
  const asked = ['/projects', '/projects/', '/projects?1', '/projects?2', '/projects/?x=/projects'];
  const answers = await Promise.all([...asked, ...asked].map(ask));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(rendered).toEqual(['list']);
  const { projects } = (await grace.call('GET', '/projects')).json();
  await ask(`/projects/${projects[0]._id}`);
  await ask(`/projects/${projects[0]._id}?from=poster`);
  expect(rendered).toEqual(['list', 'project']);
});

test('an address that does not exist is looked up 120 times a minute; pages that do are not limited', async () => {
  const missing = await Promise.all(
    Array.from({ length: 120 }, () => ask(`/projects/${crypto.randomUUID()}`)),
  );
  expect(new Set(missing.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  const limited = await ask(`/projects/${crypto.randomUUID()}`);
  expect([limited.statusCode, Number(limited.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await ask('/projects?3')).statusCode).toBe(200);
  site.advance(61_000);
  expect((await ask(`/projects/${crypto.randomUUID()}`)).statusCode).toBe(404);
});

test('what is closed says so with 404: before it opens, at its time, and when it is taken back', async () => {
  const say = async (url: string) => {
    const { statusCode, body } = await ask(url);
    return [statusCode, body.startsWith('{') ? JSON.parse(body) : body];
  };
  const { event } = site.services;
  const { projects } = (await grace.call('GET', '/projects')).json();
  const project = `/projects/${projects[0]._id}`;
  const never = { wasOpen: false, opensAt: null, endsAt: null };
  expect(await say('/projects/results')).toEqual([404, { ...never, what: 'results' }]);

  await grace.call('PUT', '/projects/switches', { galleryOpen: false });
  await site.services.live.publish('projects');
  const closed = { what: 'gallery', wasOpen: true, opensAt: null, endsAt: null };
  for (const url of ['/projects', project, `/projects/${crypto.randomUUID()}`, '/projects/track/hacker'])
    await expect.poll(() => say(url)).toEqual([404, closed]);

  await site.services.db.deleteFrom('settings').where('key', '=', 'projects').execute();
  const opensAt = new Date(site.services.now().getTime() + 3_600_000).toISOString();
  site.services.event = {
    ...event,
    projects: event.projects && { ...event.projects, galleryOpensAt: opensAt },
  };
  expect(await say(project)).toEqual([404, { ...closed, wasOpen: false, opensAt }]);
  site.advance(3_600_001);
  expect((await ask(project)).statusCode).toBe(200);

  // A campus that waits for the winners is not held up.
  const waiting = await Promise.all(Array.from({ length: 130 }, () => ask('/projects/results')));
  expect(new Set(waiting.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  site.services.event = event;
});
