import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { defaultEvent } from '../server/testing/default-event.ts';
import { sharePicture } from './share-picture.ts';

const print = path.join(import.meta.dirname, '../web/art/doors.svg');

/** Counts the dark pixels of the half without the illustration: the letters. */
async function countDarkPixels(picture: Buffer): Promise<number> {
  const half = sharp(picture).extract({ left: 0, top: 0, width: 600, height: 630 });
  const pixels = await half.greyscale().raw().toBuffer();
  return pixels.filter((grey) => grey < 64).length;
}

test('the preview image shows the event, even with a long name', async () => {
  const event = defaultEvent;
  const picture = await sharePicture(event, print);
  const { width, height, format } = await sharp(picture).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
  expect(await countDarkPixels(picture)).toBeGreaterThan(5000);

  const name = 'The Seventeenth International <Students’ & Pupils’> Hackathon of Bowling Green';
  const other = await sharePicture({ ...event, name }, print);
  expect((await sharp(other).metadata()).height).toBe(630);
  expect(other.equals(picture)).toBe(false);
});
