import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventDocument } from '../contract/event/event.ts';
import { buildPictures } from '../scripts/event-images.ts';
import { checkEvent } from '../server/event/event-document.ts';
import { writeStaticSite } from '../server/operations/backup/static-site.service.ts';
import { createTestApp, type TestApp } from '../server/testing/app.ts';
import { harbourDocument } from '../server/testing/default-event.ts';

const root = path.join(import.meta.dirname, '..');
let folder: string;
let site: TestApp;

const { hero, tracks, schedule, sponsors } = harbourDocument;
const film = { video: '/films/clozyt.mp4', poster: '/films/clozyt.jpg', captions: '/films/clozyt.vtt' };
const document: Partial<EventDocument> = {
  ...harbourDocument,
  hero: { ...hero, photos: [{ src: 'crew at sea.jpg', alt: 'A crew' }] },
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
      at > 0 ? item : { ...item, image: { src: 'quay.png', alt: 'The quay' } },
    ),
  })),
  sponsors: {
    ...sponsors,
    list: [
      { name: 'Atlas', url: 'https://atlas.example', logo: 'atlas.svg' },
      { name: 'Borealis', url: 'https://borealis.example', logo: 'borealis.png' },
    ],
  },
};

/** Writes an event of another name with every kind of picture, and builds its pictures beside the built pages. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-event-'));
  const [own, dist] = [path.join(folder, 'event'), path.join(folder, 'dist')];
  await cp(path.join(root, 'dist'), dist, { recursive: true });
  for (const name of ['photos', 'sponsors']) await mkdir(path.join(own, name), { recursive: true });
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#27f' } });
  await picture.clone().jpeg().toFile(path.join(own, 'photos/crew at sea.jpg'));
  await picture.clone().png().toFile(path.join(own, 'photos/quay.png'));
  await picture.clone().png().toFile(path.join(own, 'sponsors/borealis.png'));
  await writeFile(path.join(own, 'sponsors/atlas.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const folders = { event: own, web: path.join(dist, 'web') };
  const event = checkEvent(document);
  const assets = path.join(dist, 'public-render/assets.json');
  const built = { ...JSON.parse(await readFile(assets, 'utf8')), ...(await buildPictures(event, folders)) };
  await writeFile(assets, JSON.stringify(built));
  site = await createTestApp({}, { dist, event: document });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

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
  avif: /^image\/avif/,
  css: /^text\/css/,
  ics: /^text\/calendar/,
  jpg: /^image\/jpeg/,
  js: /javascript/,
  mp4: /^video\/mp4/,
  png: /^image\/png/,
  svg: /^image\/svg\+xml/,
  vtt: /^text\/vtt/,
  webmanifest: /manifest\+json/,
  webp: /^image\/webp/,
  woff2: /^font\/woff2/,
};

test('every file that the pages and the program of an event with pictures name is there, of the right type', async () => {
  const texts: string[] = [];
  for (const address of ['/', '/schedule', '/app.html', '/api/event', '/manifest.webmanifest'])
    texts.push((await site.app.inject({ url: address, headers: { accept: '*/*' } })).body);
  const files = [...new Set(texts.flatMap(listAddresses))].filter((address) =>
    /\.\w+$/.test(address.split(/[?#]/)[0]!),
  );
  const found: string[] = [];
  for (const address of files) {
    const { statusCode, headers } = await site.app.inject({ url: address, headers: { accept: '*/*' } });
    const ending = /\.(\w+)(?:[?#].*)?$/.exec(address)?.[1] ?? '';
    const isRight = typeByEnding[ending]?.test(String(headers['content-type'])) ?? true;
    found.push(`${address} ${statusCode} ${isRight ? 'right' : headers['content-type']}`);
  }
  expect(found.filter((line) => !line.endsWith(' 200 right'))).toEqual([]);
  // One of each kind that the event brought.
  for (const kind of ['crew_at_sea', 'atlas', 'borealis', 'quay', 'clozyt.mp4', 'clozyt.jpg', 'clozyt.vtt'])
    expect(
      found.filter((line) => line.includes(kind)),
      kind,
    ).not.toEqual([]);
});

test('the static archive of such an event has the files that its pages show', async () => {
  const archive = path.join(folder, 'archive');
  await writeStaticSite(site.app, archive);
  for (const page of ['index.html', 'schedule/index.html']) {
    const text = await readFile(path.join(archive, page), 'utf8');
    const shown = [...text.matchAll(/\b(?:src|poster)="([^"]+)"/g)].map(([, file = '']) => file);
    const listed = [...text.matchAll(/srcset="([^"]*)"/gi)].flatMap(([, list = '']) =>
      list.split(',').map((entry) => entry.trim().split(/\s+/)[0] ?? ''),
    );
    expect([...shown, ...listed].length).toBeGreaterThan(0);
    for (const file of [...shown, ...listed])
      await stat(path.join(archive, path.dirname(page), decodeURIComponent(file)));
  }
});
