import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '../contract/event/event.ts';
import { defaultEvent } from '../server/testing/default-event.ts';
import { buildPictures, type Folders } from './event-images.ts';

let folders: Folders;

beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'overnight-test-pictures-'));
  folders = { event: path.join(root, 'event'), web: path.join(root, 'web') };
  await mkdir(path.join(folders.event, 'photos'), { recursive: true });
  // Red on the left, blue on the right, with GPS data.
  await sharp({ create: { width: 2000, height: 800, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: 1000, height: 800, channels: 3, background: '#ff0000' } },
        left: 0,
        top: 0,
      },
    ])
    .withExif({ IFD3: { GPSLatitude: '33/1 25/1 0/1' } })
    .jpeg()
    .toFile(path.join(folders.event, 'photos/team.jpg'));
});
afterAll(() => rm(path.dirname(folders.web), { recursive: true }));

const withPhoto = (src: string, focal: string): Event => ({
  ...defaultEvent,
  hero: { ...defaultEvent.hero, photos: [{ src, alt: 'A team', focal }] },
});

test('a photo comes in three widths, cropped to 4:3 around its focal point, without metadata', async () => {
  const { photos } = await buildPictures(withPhoto('team.jpg', '10% 50%'), folders);
  const built = photos['team.jpg'];
  expect(built?.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/jpeg']);
  expect(built?.sources[1]?.srcset.match(/\d+w/g)).toEqual(['640w', '960w', '1440w']);

  const file = await readFile(path.join(folders.web, built?.src ?? ''));
  const { width, height, exif } = await sharp(file).metadata();
  expect({ width, height, exif }).toEqual({ width: 640, height: 480, exif: undefined });
  const { dominant } = await sharp(file).stats();
  expect(dominant.r).toBeGreaterThan(200);
});

test('a missing file is named', async () => {
  await expect(buildPictures(withPhoto('gone.jpg', '50% 50%'), folders)).rejects.toThrow(
    'photos/gone.jpg is named in the event, but there is no such file',
  );
});
