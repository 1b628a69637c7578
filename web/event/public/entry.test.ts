// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';
import { eventSchema } from '../../../contract/event/event.ts';
import type { GalleryContent } from '../../../contract/projects/gallery.ts';
import config from '../../../default-event/event.json' with { type: 'json' };
import harbour from '../../../default-event/examples/harbour/event.json' with { type: 'json' };
import { renderGalleryPage, renderPublicPages } from './entry.tsx';

const event = eventSchema.parse(config);
const assets = { css: '.a>.b{color:red}', island: '/i.js', preload: [] };
let pages: Record<string, Document>;

beforeAll(() => {
  const documents = renderPublicPages({
    event,
    assets,
    pictures: {},
    publicUrl: 'https://overnight.example',
    previewPicture: '/preview-0.png',
  });
  pages = Object.fromEntries(
    ['/', '/schedule'].map((path) => [
      path,
      new DOMParser().parseFromString(documents[path]?.body ?? '', 'text/html'),
    ]),
  );
});

const texts = (path: string, selector: string) =>
  [...(pages[path]?.querySelectorAll(selector) ?? [])].map((element) => element.textContent);

test('the landing page has dates, questions, sponsors note and both main buttons in its HTML', () => {
  expect(texts('/', 'h1')).toEqual([event.hero.title]);
  expect(pages['/']?.body.textContent).toContain('September 20–21, 2025 · ECG 101');
  expect(texts('/', 'summary')).toEqual(event.faq.map(({ question }) => question));
  expect(pages['/']?.body.textContent).toContain(event.sponsors.note);
  expect(texts('/', 'main [data-for] a')).toEqual([
    'see the schedule',
    'register for the event',
    'your hacker dashboard',
  ]);
  expect(texts('/', '[data-when="over"] + [data-when], [data-when="live over"]')).toEqual([
    'The registration deadline was Fri, Sep 19, 11:59\u00a0PM\u00a0MST',
  ]);
});

test('an address comes with a link to a map', () => {
  const findMap = (address?: string) =>
    new DOMParser()
      .parseFromString(
        renderPublicPages({
          event: { ...event, address },
          assets,
          pictures: {},
          publicUrl: 'https://overnight.example',
          previewPicture: '/preview-0.png',
        })['/']?.body ?? '',
        'text/html',
      )
      .querySelector('a[href*="openstreetmap.org"]')
      ?.getAttribute('href');
  expect(findMap()).toBeUndefined();
  expect(findMap('1 Elm St')).toBe('https://www.openstreetmap.org/search?query=1%20Elm%20St');
});

/** The links of a visitor's button on the landing page, each with the phases in which it is shown. */
function listButtons(enforce: boolean, galleryPaths: string[] = []) {
  const shown = eventSchema.parse({ ...config, registration: { ...config.registration, enforce } });
  const site = {
    event: shown,
    assets,
    pictures: {},
    publicUrl: 'https://overnight.example',
    previewPicture: '/preview-0.png',
    galleryPaths,
    hasGallery: galleryPaths.includes('/projects'),
  };
  const button = new DOMParser()
    .parseFromString(renderPublicPages(site)['/']?.body ?? '', 'text/html')
    .querySelector('main [data-for=out]');
  return [...(button?.children ?? [])].map((link) => [link.textContent, link.getAttribute('data-when')]);
}

test('where the deadline is enforced, the button invites to register only until then', () => {
  expect(listButtons(true)).toEqual([
    ['see the schedule', 'closed live over'],
    ['register for the event', 'open'],
  ]);
});

test('once the event has begun, the button leads to the winners or projects that everybody can see', () => {
  const beforeTheEnd = ['register for the event', 'open late closed live'];
  expect(listButtons(false, ['/projects'])).toEqual([['see the projects', 'live over'], beforeTheEnd]);
  for (const galleryPaths of [['/projects', '/projects/results'], ['/projects/results']])
    expect(listButtons(false, galleryPaths)).toEqual([['see the winners', 'live over'], beforeTheEnd]);
  expect(listButtons(true, ['/projects'])).toEqual([
    ['see the projects', 'live over'],
    ['see the schedule', 'closed'],
    ['register for the event', 'open'],
  ]);
});

test('after the event a page without projects leads to the schedule first, also that of the example', () => {
  expect(listButtons(false)).toEqual([
    ['see the schedule', 'over'],
    ['register for the event', null],
  ]);
});

test('the schedule has all of its rows, its badge and the register link in its HTML', () => {
  expect(texts('/schedule', 'h1')).toEqual(['event schedule']);
  expect(texts('/schedule', 'ol > li h3').map((title) => title?.trim())).toEqual(
    event.schedule.flatMap(({ items }) => items.map(({ title }) => title)),
  );
  expect(pages['/schedule']?.body.textContent).toContain('September 20-21 at ECG 101');
  expect(texts('/schedule', 'main a[href="/api/auth/login"]')).toEqual(['register for Overnight 2025']);
  expect(pages['/schedule']?.title).toContain('Overnight 2025');
});

test('each kind of visitor has a header of their own', () => {
  expect(texts('/', 'header [data-for="out"] [aria-label=Main] a')).toEqual(['schedule', 'Sign In']);
  expect(texts('/', 'header [data-for="user"] > nav a')).toEqual(['schedule', 'dashboard', 'logout']);
  expect(texts('/', 'header [data-for="admin"] > nav a')).toEqual([
    'schedule',
    'dashboard',
    'check-in',
    'judging',
    'logout',
  ]);
});

test('the styles stand in the page as they are, and there is no inline script or style attribute', () => {
  expect(texts('/', 'style')).toEqual([assets.css]);
  for (const page of Object.values(pages)) {
    expect(page.querySelectorAll('[style], script:not([src]):not([type="application/ld+json"])').length).toBe(
      0,
    );
    expect(
      JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? ''),
    ).toMatchObject({
      '@type': 'Event',
      name: 'Overnight 2025',
      startDate: '2025-09-20T15:30:00.000Z',
      endDate: '2025-09-22T00:00:00.000Z',
    });
  }
});

test('a quite different event renders with nothing of the default one', () => {
  const other = eventSchema.parse(harbour);
  const documents = renderPublicPages({
    event: other,
    assets,
    pictures: {},
    publicUrl: 'https://harbour.example',
    previewPicture: '/preview-0.png',
  });
  const pagesOfOther = ['/', '/schedule'].map(
    (path) =>
      new DOMParser().parseFromString(documents[path]?.body ?? '', 'text/html').documentElement.innerHTML,
  );
  for (const page of pagesOfOther) {
    expect(page).toContain('Harbour Day');
    expect(page).not.toMatch(/Overnight|Clozyt|Hacker Track|ECG 101|September/);
  }
  expect(pagesOfOther[0]).toContain('Do I get wet?');
  expect(pagesOfOther[1]).toContain('prizes on deck');
});

test('a link to the winners shows the first picture of a winner, and the event’s own without one', () => {
  const picture = {
    ...{ _id: 'p', alternativeText: 'A bus', thumbnailUrl: '/api/pictures/t', url: '/api/pictures/p' },
    ...{ width: 1200, height: 800 },
  };
  const winner = { tied: false, name: 'Night Bus', team: null, makers: ['Ada'], project: 'x' };
  const share = (shown: (typeof picture)[]) => {
    const winners = [{ ...winner, place: 1 }, ...shown.map((one) => ({ ...winner, place: 2, picture: one }))];
    const { body } = renderGalleryPage(
      {
        event,
        assets,
        pictures: {},
        publicUrl: 'https://overnight.example',
        previewPicture: '/preview-0.png',
      },
      {
        ...{ kind: 'results', publishedAt: '2025-09-21T23:00:00Z', hasGallery: true },
        groups: [{ label: 'Hacker Track', winners }],
      },
    );
    const page = new DOMParser().parseFromString(body, 'text/html');
    return page.querySelector('meta[property="og:image"]')?.getAttribute('content');
  };
  expect(share([picture])).toBe('https://overnight.example/api/pictures/p');
  expect(share([])).toBe('https://overnight.example/preview-0.png');
});

test('what is closed says what is true, and when to come back', () => {
  const say = (content: Partial<Extract<GalleryContent, { kind: 'closed' }>>) => {
    const closed = { kind: 'closed', what: 'gallery', wasOpen: false, opensAt: null, endsAt: null } as const;
    const { body } = renderGalleryPage(
      {
        event: { ...event, timezone: 'UTC', locale: 'en-US' },
        assets,
        pictures: {},
        publicUrl: 'https://overnight.example',
        previewPicture: '/preview-0.png',
      },
      { ...closed, ...content },
    );
    const main = new DOMParser().parseFromString(body, 'text/html').querySelector('main');
    return [...main!.querySelectorAll('h1, p')].map(({ textContent }) => textContent).join(' ');
  };
  expect(say({ opensAt: '2025-09-21T17:00:00Z' })).toBe(
    'The gallery is not open yet. It opens on Sun, Sep 21, 5:00\u00a0PM\u00a0UTC. Come back then.',
  );
  expect(say({ what: 'results', endsAt: '2025-09-21T17:00:00Z' })).toBe(
    'The winners are not announced yet. Come back after the event, which ends on Sun, Sep 21, 5:00\u00a0PM\u00a0UTC.',
  );
  expect(say({ what: 'results', wasOpen: true })).toBe(
    'The results are being checked again. They were published, but the organizers have withdrawn them for now. No time is set yet.',
  );
  expect(say({ wasOpen: true })).toContain('The gallery is being checked again.');
});
