import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventDocument } from '../contract/event/event.ts';
import { writeStaticSite } from '../server/operations/backup/static-site.service.ts';
import { createTestApp, type TestApp } from '../server/testing/app.ts';
import { harbourDocument } from '../server/testing/default-event.ts';
import { importTestEvent } from '../server/testing/event-folder.ts';
import { createTestPicture } from '../server/testing/pictures.ts';

const root = path.join(import.meta.dirname, '..');
let site: TestApp;

const { hero, tracks, schedule, sponsors } = harbourDocument;
const film = { video: 'files/clozyt.mp4', poster: 'files/clozyt.jpg', captions: 'files/clozyt.vtt' };
const document: EventDocument = {
  ...harbourDocument,
  hero: { ...hero, photos: [{ src: 'files/crew at sea.jpg', alt: 'A crew', focal: '20% 70%' }] },
  tracks: tracks.map((track, at) =>
    at > 0
      ? track
      : {
          ...track,
          description: { title: track.title, body: 'A film', prize: 'A day', ...film, videoText: 'Waves' },
        },
  ),
  schedule: schedule.map((day) => ({
    ...day,
    items: day.items.map((item, at) =>
      at > 0 ? item : { ...item, image: { src: 'files/quay.png', alt: 'The quay' } },
    ),
  })),
  sponsors: {
    ...sponsors,
    list: [{ name: 'Borealis', url: 'https://borealis.example', logo: 'files/borealis.png' }],
  },
};

/** Imports an event of another name with every kind of file, on the pages as they are built. */
beforeAll(async () => {
  const readFilm = (name: string) => readFile(path.join(root, 'web/static/films', name));
  site = await createTestApp({}, { dist: path.join(root, 'dist') });
  const color = { r: 20, g: 90, b: 200, alpha: 0.5 };
  const logo = sharp({ create: { width: 700, height: 300, channels: 4, background: color } });
  await importTestEvent(site, document, {
    'files/crew at sea.jpg': await createTestPicture({ format: 'jpeg', width: 1200, height: 900 }),
    'files/quay.png': await createTestPicture({ width: 500, height: 400, color: '#0b6e45' }),
    'files/borealis.png': await logo.png().toBuffer(),
    'files/clozyt.mp4': await readFilm('clozyt.mp4'),
    'files/clozyt.jpg': await readFilm('clozyt.jpg'),
    'files/clozyt.vtt': await readFilm('clozyt.vtt'),
  });
});
afterAll(() => site.close());

const fetchFile = (url: string) => site.app.inject({ url, headers: { accept: '*/*' } });

/** Returns the addresses of this site that a text names: attributes, lists of sources, styles, and values of JSON. */
function listAddresses(text: string): string[] {
  const quoted = [...text.matchAll(/["'(](?:http:\/\/localhost:3000)?(\/(?!\/)[^"'()\s<>]+)/g)].map(
    ([, address = '']) => address,
  );
  const sources = [...text.matchAll(/srcset="([^"]*)"/gi)].flatMap(([, list = '']) =>
    list.split(',').map((entry) => entry.trim().split(/\s+/)[0] ?? ''),
  );
  return [...new Set([...quoted, ...sources])].map((address) => address.replaceAll('&amp;', '&'));
}

const typeByEnding: Record<string, RegExp> = {
  css: /^text\/css/,
  ics: /^text\/calendar/,
  js: /javascript/,
  png: /^image\/png/,
  svg: /^image\/svg\+xml/,
  webmanifest: /manifest\+json/,
  woff2: /^font\/woff2/,
};

test('every file that the pages and the program of an event with pictures name is there, of the right type', async () => {
  const texts: string[] = [];
  for (const address of ['/', '/schedule', '/app.html', '/api/event', '/manifest.webmanifest'])
    texts.push((await fetchFile(address)).body);
  const files = [...new Set(texts.flatMap(listAddresses))].filter((address) =>
    /\.\w+$|^\/api\/(pictures|event-files)\//.test(address.split(/[?#]/)[0]!),
  );
  const types: Record<string, number> = {};
  for (const address of files) {
    const { statusCode, headers } = await fetchFile(address);
    const ending = /\.(\w+)(?:[?#].*)?$/.exec(address)?.[1] ?? '';
    const type = String(headers['content-type']);
    expect([address, statusCode, type]).toEqual([
      address,
      200,
      expect.stringMatching(typeByEnding[ending] ?? /./),
    ]);
    if (address.startsWith('/api/')) types[type] = (types[type] ?? 0) + 1;
  }
  // A photo in three widths, a logo in two and a small picture in one, each in two formats, and their originals.
  expect(types).toEqual({
    'image/avif': 6,
    'image/jpeg': 7,
    'image/webp': 3,
    'video/mp4': 1,
    'text/vtt': 1,
    ...{ 'text/calendar; charset=utf-8': expect.any(Number) },
  });
});

const listSources = async (page: string, alt: string) => {
  const html = (await fetchFile(page)).body;
  const [, picture = ''] = RegExp(`<picture[^>]*>((?:(?!</picture>).)*alt="${alt}".*?)</picture>`, 's').exec(
    html,
  )!;
  return [...picture.matchAll(/type="([^"]+)" srcSet="([^"]+)"/gi)].map(([, type, list = '']) => ({
    type,
    sizes: list.split(', ').map((entry) => entry.split(' ') as [string, string]),
  }));
};

test('a picture comes in the widths of the pages up to its own, without losing what is transparent', async () => {
  const photo = await listSources('/', 'A crew');
  expect(photo.map(({ type }) => type)).toEqual(['image/avif', 'image/jpeg']);
  for (const { type, sizes } of photo) {
    expect(sizes.map(([, width]) => width)).toEqual(['640w', '960w', '1200w']);
    for (const [address, width] of sizes) {
      const { headers, rawPayload } = await fetchFile(address);
      expect([headers['content-type'], `${(await sharp(rawPayload).metadata()).width}w`]).toEqual([
        type,
        width,
      ]);
    }
  }
  const logo = await listSources('/', 'Borealis');
  expect(logo.map(({ type, sizes }) => [type, sizes.length])).toEqual([
    ['image/avif', 2],
    ['image/webp', 2],
  ]);
  for (const [address] of logo.flatMap(({ sizes }) => sizes)) {
    const { channels } = await sharp((await fetchFile(address)).rawPayload).stats();
    expect(channels[3]!.mean).toBeCloseTo(127, -1);
  }
  expect((await listSources('/schedule', 'The quay')).map(({ sizes }) => sizes.length)).toEqual([1, 1]);
  // The page allows the style by its hash.
  const landing = await fetchFile('/');
  expect(landing.body).toContain('<style>[data-carousel] img{object-position:20% 70%}</style>');
  expect(String(landing.headers['content-security-policy']).match(/'sha256-/g)).toHaveLength(2);
});

test('the static archive of such an event has the files that its pages show', async () => {
  const archive = await mkdtemp(path.join(tmpdir(), 'overnight-archive-'));
  await writeStaticSite(site.app, archive);
  for (const page of ['index.html', 'schedule/index.html']) {
    const text = await readFile(path.join(archive, page), 'utf8');
    const shown = [...text.matchAll(/\b(?:src|poster)="([^"]+)"/g)].map(([, file = '']) => file);
    const listed = [...text.matchAll(/srcset="([^"]*)"/gi)].flatMap(([, list = '']) =>
      list.split(',').map((entry) => entry.trim().split(/\s+/)[0] ?? ''),
    );
    expect(listed.length).toBeGreaterThan(0);
    for (const file of [...shown, ...listed])
      await stat(path.join(archive, path.dirname(page), decodeURIComponent(file)));
  }
  await rm(archive, { recursive: true });
});

test('a picture that was stored without sizes is shown', async () => {
  const { db, live } = site.services;
  await db.deleteFrom('files').where('original_id', 'is not', null).execute();
  await db
    .insertInto('events')
    .columns(['version', 'document', 'sections', 'origin'])
    .expression((query) =>
      query
        .selectFrom('events')
        .select(({ ref, val, fn }) => [
          val(3).as('version'),
          fn<never>('jsonb_set', [ref('document'), val('{place}'), val('"The quay"')]).as('document'),
          'sections',
          'origin',
        ])
        .where('version', '=', 2),
    )
    .execute();
  await live.publish('event');
  expect((await fetchFile('/')).body).toContain('The quay');
  expect(await listSources('/', 'Borealis')).toEqual([]);
  const [, address = ''] = /<img src="(\/api\/pictures\/[^"]+)" alt="Borealis"/.exec(
    (await fetchFile('/')).body,
  )!;
  expect((await fetchFile(address)).statusCode).toBe(200);
});
