import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPreviewDrawer, getPreviewAddress } from '../server/event/preview-picture.ts';
import { defaultEvent } from '../server/testing/default-event.ts';
import { writePreviewFiles } from './preview-files.ts';

let folder: string;
let drawer: ReturnType<typeof createPreviewDrawer>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overnight-preview-'));
  await writePreviewFiles(folder);
  drawer = createPreviewDrawer(folder);
});

afterAll(async () => {
  drawer.close();
  await rm(folder, { recursive: true });
});

/** Counts the dark pixels of the half without the illustration: the letters. */
async function countDarkPixels(picture: Buffer): Promise<number> {
  const half = sharp(picture).extract({ left: 0, top: 0, width: 600, height: 630 });
  const pixels = await half.greyscale().raw().toBuffer();
  return pixels.filter((grey) => grey < 64).length;
}

/** Returns the widths of the lines of dark letters, from top to bottom. */
async function measureLines(picture: Buffer): Promise<number[]> {
  const half = sharp(picture).extract({ left: 0, top: 0, width: 600, height: 630 });
  const pixels = await half.greyscale().raw().toBuffer();
  const rows = Array.from({ length: 630 }, (_, y) => {
    const row = pixels.subarray(y * 600, (y + 1) * 600);
    const isDark = (grey: number) => grey < 64;
    return row.findLastIndex(isDark) - row.findIndex(isDark);
  });
  const lines = rows
    .map((width) => (width > 0 ? String(width) : ''))
    .join(' ')
    .split(/ {2,}/);
  return lines.filter((line) => line.trim()).map((line) => Math.max(...line.trim().split(' ').map(Number)));
}

test('lines break at spaces by width: no short word stands alone, and no slash begins a line', async () => {
  const draw = async (change: object) => measureLines((await drawer.draw({ ...defaultEvent, ...change }))!);
  const [, , ...tagline] = await draw({ tagline: 'A student hackathon of thirty-four hours.' });
  expect(tagline.length).toBe(2);
  expect(Math.min(...tagline) / Math.max(...tagline)).toBeGreaterThan(0.8);
  const [first, last] = await draw({ name: 'Foundation / A' });
  expect([first! > 300, last! < 150]).toEqual([true, true]);
});

test('the preview image shows the event, even with a long name', async () => {
  const event = defaultEvent;
  const picture = (await drawer.draw(event))!;
  const { width, height, format } = await sharp(picture).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
  expect(await countDarkPixels(picture)).toBeGreaterThan(5000);

  const name = 'The Seventeenth International <Students’ & Pupils’> Hackathon of Bowling Green';
  const other = (await drawer.draw({ ...event, name }))!;
  expect((await sharp(other).metadata()).height).toBe(630);
  expect(other.equals(picture)).toBe(false);
  expect(getPreviewAddress({ ...event, name })).not.toBe(getPreviewAddress(event));
});
