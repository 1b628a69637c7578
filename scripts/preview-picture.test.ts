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
