import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { listFileProblems } from '../../operations/doctor/doctor.service.ts';
import type { ZipEntry } from '../../platform/files/zip-stream.ts';
import { anonymous, signUpAdmin, type TestActor } from '../../testing/actors.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startBucket, type TestBucket } from '../../testing/bucket.ts';
import { defaultDocument } from '../../testing/default-event.ts';
import { importTestEvent } from '../../testing/event-folder.ts';
import { sendEventFile } from '../../testing/forms.ts';
import { createTestPicture } from '../../testing/pictures.ts';
import { checkEvent } from '../event-document.ts';
import { listFontMistakes } from '../event-fonts.ts';
import { listEventEntries } from './event-files.service.ts';

const root = path.join(import.meta.dirname, '../../..');
const film = await readFile(path.join(root, 'web/static/films/clozyt.mp4'));
const captions = await readFile(path.join(root, 'web/static/films/clozyt.vtt'));
const font = await readFile(path.join(root, 'server/after/certificates/fonts/noto-sans-latin.ttf'));
const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104', 'hex'),
  Buffer.alloc(5000, 7),
]);

let folder: string;
let bucket: TestBucket;
/** A site that stores files in a folder, and one that stores them in a bucket. */
let sites: { site: TestApp; grace: TestActor }[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-test-bucket-'));
  bucket = await startBucket(folder);
  const created = [await createTestApp(), await createTestApp({ s3: bucket.settings })];
  sites = await Promise.all(created.map(async (site) => ({ site, grace: await signUpAdmin(site) })));
});
afterAll(async () => {
  await Promise.all(sites.map(({ site }) => site.close()));
  await bucket.close();
  await rm(folder, { recursive: true });
});

const upload = async (actor: TestActor, file: Buffer): Promise<string> => {
  const answer = await sendEventFile(actor, file);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().address;
};

test.each([
  ['video/mp4', film],
  ['video/webm', webm],
  ['text/vtt', captions],
  ['font/ttf', font],
])('a file of type %s is served as it is to everybody, and nothing in it runs', async (type, content) => {
  for (const { site, grace } of sites) {
    const address = await upload(grace, content);
    expect(address).toMatch(/^\/api\/event-files\/[\da-f-]{36}$/);
    const { statusCode, headers, rawPayload } = await anonymous(site).call('GET', address);
    expect([statusCode, rawPayload.equals(content)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining(type),
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(await listFileProblems(site.services)).toEqual([]);
  }
});

test('a browser can ask for a part of a film', async () => {
  for (const { site, grace } of sites) {
    const address = await upload(grace, film);
    const ask = async (range: string, more: Record<string, string> = {}) =>
      anonymous(site).call('GET', address, undefined, { headers: { range, ...more } });
    const size = film.length;
    for (const [range, start, end] of [
      ['bytes=0-1', 0, 1],
      ['bytes=1000-', 1000, size - 1],
      ['bytes=-500', size - 500, size - 1],
      [`bytes=400000-${size * 2}`, 400_000, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const) {
      const { statusCode, headers, rawPayload } = await ask(range);
      expect([range, statusCode, headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${size}`,
      ]);
      expect(rawPayload.equals(film.subarray(start, end + 1)), range).toBe(true);
    }
    const beyond = await ask(`bytes=${size}-`);
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    for (const range of ['bytes=5-2', 'bytes=0-1,5-6', 'bytes=-', 'lines=1-2', 'bytes=0-1e9'])
      expect([range, (await ask(range)).statusCode]).toEqual([range, 200]);
    const { headers } = await ask('bytes=0-1');
    expect((await ask('bytes=0-1', { 'if-range': String(headers.etag) })).statusCode).toBe(206);
    expect((await ask('bytes=0-1', { 'if-range': '"another"' })).statusCode).toBe(200);
    expect((await ask('', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  }
});

test('a range without an end is answered with a part, and the rest at the next request', async () => {
  const { site, grace } = sites[1]!;
  const long = Buffer.concat([film, Buffer.alloc(8_000_000, 7)]);
  const address = await upload(grace, long);
  const parts: Buffer[] = [];
  for (let start = 0; start < long.length; start = Buffer.concat(parts).length) {
    const headers = { range: `bytes=${start}-` };
    const part = await anonymous(site).call('GET', address, undefined, { headers });
    expect(part.statusCode).toBe(206);
    parts.push(part.rawPayload);
  }
  expect([parts.length, Buffer.concat(parts).equals(long)]).toEqual([3, true]);
});

test('what is no file of an event is refused, whatever it is called', async () => {
  const { grace } = sites[0]!;
  const ftyp = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0and so on`, 'latin1');
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const tooLong = Buffer.concat([captions, Buffer.alloc(limits.eventFile.captions, '\n')]);
  for (const [content, code] of [
    [page, 'event_file_unknown'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'picture_unreadable'],
    [Buffer.from('WEBVTTX\n'), 'event_file_unknown'],
    [Buffer.from([...Buffer.from('WEBVTT\n\n'), 0xff, 0xfe]), 'event_file_unknown'],
    [Buffer.concat([font.subarray(0, 4), page]), 'event_file_unknown'],
    [Buffer.concat([webm.subarray(0, 4), page]), 'event_file_unknown'],
    [Buffer.from('\x89PNG\r\n\x1a\nand no more', 'latin1'), 'picture_unreadable'],
    [ftyp('heic'), 'picture_heic'],
    [ftyp('qt  '), 'picture_unreadable'],
    [tooLong, 'event_file_too_large'],
    [Buffer.concat([font, Buffer.alloc(limits.eventFile.font)]), 'event_file_too_large'],
    [Buffer.concat([film, Buffer.alloc(limits.eventFile.film)]), 'event_file_too_large'],
    [Buffer.concat([await createTestPicture(), Buffer.alloc(limits.picture.maxBytes)]), 'picture_too_large'],
  ] as const)
    expect((await sendEventFile(grace, content)).json()).toMatchObject({ code });
});

test('a logo as SVG is drawn as pixels: what is served has nothing of its code', async () => {
  const { site, grace } = sites[0]!;
  const secret = path.join(root, 'package.json');
  const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="100" height="40" onload="alert(1)">
    <script>alert(1)</script><image href="file://${secret}" width="50" height="40"/>
    <rect width="100" height="40" fill="#0a6b42"/></svg>`;
  const address = await upload(grace, Buffer.from(svg));
  const served = await anonymous(site).call('GET', address);
  expect(served.headers['content-type']).toMatch(/^image\/(webp|jpeg|png)$/);
  expect(served.body).not.toMatch(/svg|script|alert/);
  const { width, height } = await sharp(served.rawPayload).metadata();
  expect([width, height]).toEqual([1200, 480]);
  expect((await sharp(served.rawPayload).stats()).dominant.g).toBeGreaterThan(80);
});

test('an event is exported with its film, captions and fonts, and imported by another site', async () => {
  const { site, grace } = sites[1]!;
  const other = await createTestApp();
  const [video = '', subtitles = '', typeface = ''] = await Promise.all(
    [film, captions, font].map((content) => upload(grace, content)),
  );
  const [track] = defaultDocument.tracks;
  const description = { title: 'Owls', body: 'At night', prize: 'A mouse', video, captions: subtitles };
  site.services.event = checkEvent({
    ...defaultDocument,
    tracks: [{ ...track!, title: 'Owls', description }],
    certificates: { fonts: [typeface] },
  });
  const entries = await listEventEntries(site.services);
  const read = async ({ name, content }: ZipEntry) =>
    [name, await buffer(Readable.from(content(), { objectMode: false }))] as const;
  const files = Object.fromEntries(await Promise.all(entries.map(read)));
  const { 'event.json': json, ...named } = files;
  expect(Object.keys(named)).toEqual(['files/film-owls.mp4', 'files/captions-owls.vtt', 'files/font.ttf']);
  const document = JSON.parse(json!.toString());
  expect(document.certificates.fonts).toEqual(['files/font.ttf']);
  await importTestEvent(other, document, named);
  const { tracks, certificates } = other.services.event;
  const stored = [tracks[0]!.description!.video!, tracks[0]!.description!.captions!, certificates!.fonts[0]!];
  for (const [at, content] of [film, captions, font].entries())
    expect((await anonymous(other).call('GET', stored[at]!)).rawPayload.equals(content)).toBe(true);
  expect(await listFontMistakes(other.services.db, other.services.event)).toEqual([]);
  // A file of another kind is named before anything changes.
  const wrong = importTestEvent(other, document, { ...named, 'files/font.ttf': Buffer.from('a page') });
  await expect(wrong).rejects.toThrow('files/font.ttf is not a picture, film, captions or font');
  await other.close();
});

test('pictures of the event are shown where the event has no projects', async () => {
  const site = await createTestApp({}, { event: { projects: false } });
  const address = await upload(await signUpAdmin(site), await createTestPicture());
  expect(address).toMatch(/^\/api\/pictures\//);
  expect((await anonymous(site).call('GET', address)).statusCode).toBe(200);
  await site.close();
});
