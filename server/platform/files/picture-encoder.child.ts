import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { limits } from '../../../contract/limits.ts';
import type { EncodedPicture, PictureRefusal, PictureTask } from './picture-encoder.ts';

// Imported by the path that the parent passes, because resolving a package reads more folders than this process may.
const { default: sharp }: typeof import('sharp') = await import(String(process.argv[2]));

const { maxPixels, large, thumbnail, widths } = limits.picture;

sharp.cache(false);
sharp.concurrency(1);
// Only four of the many formats that the library can open; `picture-check.ts` allows SVG only for the event.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`),
});

process.on('message', async ({ file, isOfEvent }: PictureTask) => {
  // The file is gone because it was refused for another reason.
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const encode = isOfEvent ? encodeSizes : encodeBoth;
  process.send?.(await encode(bytes).catch(() => 'picture_unreadable' satisfies PictureRefusal));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** In pixels. */
const drawnWidth = 1200;

/** A PNG is animated if this chunk comes before its first pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
  const header = bytes.subarray(0, Math.max(bytes.indexOf('IDAT'), 0));
  return header.includes('acTL');
}

/** Returns the picture in sRGB, upright and at most as large as pictures are stored; `flatten` puts it on white. */
async function open(uploaded: Buffer, { flatten }: { flatten: boolean }) {
  if (hasTooManyScans(uploaded)) return 'picture_unreadable';
  const bytes = removeTexts(uploaded);
  const opened = sharp(bytes, { limitInputPixels: false });
  const { width, height, hasAlpha, format, pages = 1 } = await opened.metadata();
  if (width * height > maxPixels) return 'picture_too_many_pixels';
  if (pages > 1 || isAnimatedPng(bytes)) return 'picture_animated';
  // A drawing has no pixels of its own: it gets as many as large screens show of a logo.
  const density = format === 'svg' ? Math.min(2400, (72 * drawnWidth) / width) : 72;
  const read = { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true } as const;
  const sized = sharp(bytes, { ...read, density })
    .autoOrient()
    .resize({ ...large, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await (flatten ? sized.flatten({ background: '#fff' }) : sized)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { width: info.width, height: info.height, hasAlpha, reencode: () => sharp(data, { raw }) };
}

/** Returns the picture without metadata in two sizes, with transparency on white. */
async function encodeBoth(uploaded: Buffer): Promise<EncodedPicture | PictureRefusal> {
  const opened = await open(uploaded, { flatten: true });
  if (typeof opened === 'string') return opened;
  const { width, height, reencode } = opened;
  const small = reencode().resize({ ...thumbnail, fit: 'inside', withoutEnlargement: true });
  const files: EncodedPicture['files'] = [
    { ending: 'jpg', content: await reencode().jpeg({ quality: 82 }).toBuffer() },
    { ending: 'webp', content: await small.webp({ quality: 76, effort: 2 }).toBuffer() },
  ];
  return { width, height, files };
}

/**
 * Returns the picture without metadata in the sizes for pages, never enlarged: AVIF, and JPEG, or WebP if it is
 * transparent.
 */
async function encodeSizes(uploaded: Buffer): Promise<EncodedPicture | PictureRefusal> {
  const opened = await open(uploaded, { flatten: false });
  if (typeof opened === 'string') return opened;
  const { width, height, hasAlpha, reencode } = opened;
  const ending = hasAlpha ? 'webp' : 'jpg';
  const encode = (picture: Sharp, jpeg: object, quality: number) =>
    (hasAlpha ? picture.webp({ quality }) : picture.jpeg(jpeg)).toBuffer();
  const files: EncodedPicture['files'] = [{ ending, content: await encode(reencode(), { quality: 82 }, 82) }];
  const largest = Math.min(width, Math.max(...widths));
  for (const size of [...widths.filter((each) => each < largest), largest]) {
    const resized = () => reencode().resize({ width: size });
    files.push(
      { ending: 'avif', width: size, content: await resized().avif({ quality: 48, effort: 3 }).toBuffer() },
      { ending, width: size, content: await encode(resized(), { quality: 72, mozjpeg: true }, 78) },
    );
  }
  return { width, height, files };
}

/** Far more than encoders write; about ten are usual. */
const maxScans = 50;

/**
 * Whether a JPEG has more than 50 scans. Each passes over the whole picture, however few bytes it has. Follows the markers
 * as the decoder does, in linear time.
 */
function hasTooManyScans(bytes: Buffer): boolean {
  if (bytes.readUInt16BE(0) !== 0xffd8) return false;
  let scans = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at++];
    if (marker === 0xd9 || at + 2 > bytes.length) return false;
    // Compressed data, and markers without a length.
    if (marker === 0 || marker === 1 || (marker! >= 0xd0 && marker! <= 0xd8)) continue;
    if (marker === 0xda) scans += 1;
    if (scans > maxScans) return true;
    at += Math.max(2, bytes.readUInt16BE(at));
  }
  return false;
}

/** Returns a PNG without its texts, which can inflate to gigabytes before the first pixel; any other picture unchanged. */
function removeTexts(bytes: Buffer): Buffer {
  if (!bytes.toString('latin1', 0, 4).endsWith('PNG')) return bytes;
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (['tEXt', 'zTXt', 'iTXt'].includes(bytes.toString('latin1', at + 4, at + 8))) {
      if (from < at) kept.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
}
