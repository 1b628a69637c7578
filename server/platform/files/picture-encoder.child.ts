import { readFile } from 'node:fs/promises';
import { limits } from '../../../contract/limits.ts';
import { hasTooManyScans, removeTexts } from './picture-bytes.ts';
import type { EncodedPicture, PictureRefusal, PictureTask } from './picture-encoder.ts';

// Imported by the path that the parent passes: resolving a package reads more folders than this process may.
const { default: sharp }: typeof import('sharp') = await import(String(process.argv[2]));

const { maxPixels, large, thumbnail } = limits.picture;

sharp.cache(false);
sharp.concurrency(1);
// Of the many formats that the library can open, three.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

process.on('message', async ({ file }: PictureTask) => {
  // A missing file was refused meanwhile for another reason.
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  process.send?.(await encode(bytes).catch(() => 'picture_unreadable' satisfies PictureRefusal));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** A PNG is animated when this chunk comes before its first pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
  const header = bytes.subarray(0, Math.max(bytes.indexOf('IDAT'), 0));
  return header.includes('acTL');
}

/** Returns the picture without metadata in two sizes, upright, on white where it was transparent. */
async function encode(uploaded: Buffer): Promise<EncodedPicture | PictureRefusal> {
  if (hasTooManyScans(uploaded)) return 'picture_unreadable';
  const bytes = removeTexts(uploaded);
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return 'picture_too_many_pixels';
  if (pages > 1 || isAnimatedPng(bytes)) return 'picture_animated';
  const { data, info } = await sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: 'truncated',
    sequentialRead: true,
  })
    .autoOrient()
    .resize({ ...large, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const reencode = () => sharp(data, { raw });
  return {
    large: await reencode().jpeg({ quality: 82 }).toBuffer(),
    thumbnail: await reencode()
      .resize({ ...thumbnail, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76, effort: 2 })
      .toBuffer(),
    width: info.width,
    height: info.height,
  };
}
