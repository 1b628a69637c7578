import { expect, test } from 'vitest';
import { selectVariant } from '../platform/http/cached-pages.ts';
import { defaultEvent } from '../testing/default-event.ts';
import { createAppPages } from './app-pages.ts';

const shell =
  '<!doctype html><html lang="en"><head><title>Hackathon</title></head><body><a href="/">Hackathon</a></body></html>';
const preloads = {
  '/dashboard': { user: ['/api/applications/me', '/assets/a.js'], admin: ['/assets/c.js'] },
  '/join': { all: ['/assets/b.js'] },
};
const context = {
  event: { ...defaultEvent, name: 'Owls & <Bats>', shortName: undefined },
  publicUrl: 'https://owls.example',
  previewPicture: '/preview.png',
};
const pages = createAppPages(shell, preloads, context);
const read = (path: string, cookie = '') =>
  selectVariant(pages.byPath.get(path) ?? pages.other, { headers: { cookie } } as never).body.toString();

test('a chat shows what a link to the app is for, in the name of the event', () => {
  const join = read('/join');
  expect(join).toContain('<title>Join a team at Owls &amp; &lt;Bats&gt;</title>');
  expect(join).toContain('<meta property="og:image" content="https://owls.example/preview.png">');
  expect(join).toContain('<a href="/">Owls &amp; &lt;Bats&gt;</a>');
  expect(read('/sign-in')).toContain('<title>Sign in to Owls &amp; &lt;Bats&gt;</title>');
  expect(read('/settings')).toContain('<title>Owls &amp; &lt;Bats&gt;</title>');
});

test('nothing is asked for ahead while an organizer views as somebody: the answer would be of the organizer', () => {
  const early = shell.replace('</head>', '<link rel="preload" as="fetch" href="/api/auth/user" /></head>');
  const { viewed, other } = createAppPages(early, preloads, context);
  const [asViewed, usual] = [viewed, other].map((page) =>
    selectVariant(page, { headers: {} } as never).body.toString(),
  );
  expect(usual).toContain('/api/auth/user');
  expect(asViewed).not.toContain('/api/');
});

test('an event without projects asks for none', () => {
  const calls = { '/dashboard': { all: ['/api/projects/mine'] } };
  const find = (projects: typeof defaultEvent.projects) => {
    const { byPath } = createAppPages(shell, calls, { ...context, event: { ...defaultEvent, projects } });
    return selectVariant(byPath.get('/dashboard')!, { headers: {} } as never).body.includes('/projects/mine');
  };
  expect([find(defaultEvent.projects), find(false)]).toEqual([true, false]);
});

test('scripts of a page are asked for at once by those who will see it', () => {
  expect(read('/join')).toContain('<link rel="modulepreload" crossorigin href="/assets/b.js">');
  expect(read('/dashboard')).not.toContain('/assets/a.js');
  const organizer = read('/dashboard', 'auth=admin');
  expect(organizer).not.toContain('/assets/a.js');
  expect(organizer).toContain('<link rel="modulepreload" crossorigin href="/assets/c.js">');
  expect(read('/dashboard', 'auth=user')).toContain(
    '<link rel="preload" as="fetch" crossorigin href="/api/applications/me"><link rel="modulepreload" crossorigin href="/assets/a.js"></head>',
  );
});
