import { readFile } from 'node:fs/promises';
import { limits } from '../../../contract/limits.ts';
import { hasTooManyScans, removeTexts } from './picture-bytes.ts';
import type { EncodedPicture, PictureRefusal, PictureTask, SizedPicture } from './picture-encoder.ts';

// Imported by the path that the parent passes: resolving a package reads more folders than this process may.
const { default: sharp }: typeof import('sharp') = await import(String(process.argv[2]));

const { maxPixels, large, thumbnail, widths } = limits.picture;

sharp.cache(false);
sharp.concurrency(1);
// Only three of the many formats that the library can open.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

process.on('message', async ({ file, isOfEvent }: PictureTask) => {
  // A missing file was refused meanwhile for another reason.
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const encode = isOfEvent ? encodeSizes : encodeBoth;
  process.send?.(await encode(bytes).catch(() => 'picture_unreadable' satisfies PictureRefusal));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** A PNG is animated when this chunk comes before its first pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
  const header = bytes.subarray(0, Math.max(bytes.indexOf('IDAT'), 0));
  return header.includes('acTL');
}

/** Returns the picture in sRGB, upright and at most as large as pictures are stored; `flatten` puts it on white. */
async function open(uploaded: Buffer, { flatten }: { flatten: boolean }) {
  if (hasTooManyScans(uploaded)) return 'picture_unreadable';
  const bytes = removeTexts(uploaded);
  const { width, height, hasAlpha, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return 'picture_too_many_pixels';
  if (pages > 1 || isAnimatedPng(bytes)) return 'picture_animated';
  const sized = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true })
    .autoOrient()
    .resize({ ...large, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await (flatten ? sized.flatten({ background: '#fff' }) : sized)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { width: info.width, height: info.height, hasAlpha, reencode: () => sharp(data, { raw }) };
}

/** Returns the picture without metadata in two sizes, on white where it was transparent. */
async function encodeBoth(uploaded: Buffer): Promise<EncodedPicture | PictureRefusal> {
  const opened = await open(uploaded, { flatten: true });
  if (typeof opened === 'string') return opened;
  const { width, height, reencode } = opened;
  return {
    large: await reencode().jpeg({ quality: 82 }).toBuffer(),
    thumbnail: await reencode()
      .resize({ ...thumbnail, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76, effort: 2 })
      .toBuffer(),
    width,
    height,
  };
}

/** Returns the picture without metadata in the sizes for pages, none larger than it is: AVIF, and JPEG, or WebP where it is transparent. */
async function encodeSizes(uploaded: Buffer): Promise<SizedPicture | PictureRefusal> {
  const opened = await open(uploaded, { flatten: false });
  if (typeof opened === 'string') return opened;
  const { hasAlpha, reencode } = opened;
  const largest = Math.min(opened.width, Math.max(...widths));
  const sizes: SizedPicture['sizes'] = [];
  for (const width of [...widths.filter((each) => each < largest), largest]) {
    const resized = () => reencode().resize({ width });
    sizes.push(
      { ending: 'avif', width, content: await resized().avif({ quality: 48, effort: 3 }).toBuffer() },
      hasAlpha
        ? { ending: 'webp', width, content: await resized().webp({ quality: 78 }).toBuffer() }
        : { ending: 'jpg', width, content: await resized().jpeg({ quality: 72, mozjpeg: true }).toBuffer() },
    );
  }
  return hasAlpha
    ? { ending: 'webp', large: await reencode().webp({ quality: 82 }).toBuffer(), sizes }
    : { ending: 'jpg', large: await reencode().jpeg({ quality: 82 }).toBuffer(), sizes };
}
