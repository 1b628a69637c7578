import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Event } from '../contract/event/event.ts';
import { describeMissingFile, listPictures } from '../server/event/event-files.ts';
import type { PublicAssets } from '../web/event/public/slides.ts';

const widths = [640, 960, 1440];

/** The built pictures of an event, as the pages need them. */
export type Pictures = Pick<PublicAssets, 'photos' | 'logos' | 'images'>;

/** The source folder of an event's pictures, and the folder for their built copies. */
export interface Folders {
  event: string;
  web: string;
}

async function source(folders: Folders, file: string): Promise<Buffer> {
  const content = await readFile(path.join(folders.event, file)).catch(() => undefined);
  if (!content) throw new Error(describeMissingFile(file));
  return content;
}

/** Crops to 4:3 around a focal point like "50% 30%". */
async function cut(content: Buffer, focal: string): Promise<Sharp> {
  const upright = await sharp(content).rotate().toBuffer({ resolveWithObject: true });
  const { width, height } = upright.info;
  const [x = 0.5, y = 0.5] = focal.split(/\s+/).map((part) => Number.parseFloat(part) / 100);
  const [cutWidth, cutHeight] =
    width / height > 4 / 3 ? [(height * 4) / 3, height] : [width, (width * 3) / 4];
  const within = (space: number, taken: number, at: number) =>
    Math.round(Math.min(space - taken, Math.max(0, space * at - taken / 2)));
  return sharp(upright.data).extract({
    left: within(width, cutWidth, x),
    top: within(height, cutHeight, y),
    width: Math.floor(cutWidth),
    height: Math.floor(cutHeight),
  });
}

/** Writes a file with its hash in its name, and returns its address. */
async function store(folders: Folders, name: string, content: Buffer): Promise<string> {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const { name: stem, ext } = path.parse(name);
  const address = `/assets/event/${stem.replace(/[^\w-]/g, '_')}-${hash}${ext}`;
  await mkdir(path.join(folders.web, 'assets/event'), { recursive: true });
  await writeFile(path.join(folders.web, address), content);
  return address;
}

async function photo(
  folders: Folders,
  { src, focal }: Event['hero']['photos'][number],
): Promise<Pictures['photos'][string]> {
  const picture = await cut(await source(folders, `photos/${src}`), focal);
  const stem = path.parse(src).name;
  const made = await Promise.all(
    widths.map(async (width) => {
      const sized = picture.clone().resize({ width, withoutEnlargement: true });
      const avif = await store(
        folders,
        `${stem}-${width}.avif`,
        await sized.clone().avif({ quality: 48 }).toBuffer(),
      );
      const jpeg = await store(
        folders,
        `${stem}-${width}.jpg`,
        await sized.jpeg({ quality: 72, mozjpeg: true }).toBuffer(),
      );
      return { width, avif, jpeg };
    }),
  );
  const srcset = (format: 'avif' | 'jpeg') => made.map((size) => `${size[format]} ${size.width}w`).join(', ');
  return {
    src: made[0]?.jpeg ?? '',
    sources: [
      { type: 'image/avif', srcset: srcset('avif') },
      { type: 'image/jpeg', srcset: srcset('jpeg') },
    ],
  };
}

async function small(folders: Folders, file: string): Promise<string> {
  const content = await source(folders, file);
  if (file.endsWith('.svg')) return store(folders, path.basename(file), content);
  const box = { width: 960, height: 480, fit: 'inside', withoutEnlargement: true } as const;
  const webp = await sharp(content).rotate().resize(box).webp({ quality: 78 }).toBuffer();
  return store(folders, `${path.parse(file).name}.webp`, webp);
}

async function byName<T>(names: string[], make: (name: string) => Promise<T>): Promise<Record<string, T>> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await make(name)] as const)));
}

/** Builds every picture that the event names. Throws with the name of a file that is not there. */
export async function buildPictures(event: Event, folders: Folders): Promise<Pictures> {
  const { photos, logos, scheduled } = listPictures(event);
  const byFile = new Map(photos.map((entry) => [entry.src, entry]));
  return {
    photos: await byName([...byFile.keys()], (name) => photo(folders, byFile.get(name)!)),
    logos: await byName(logos, (name) => small(folders, `sponsors/${name}`)),
    images: await byName(scheduled, (name) => small(folders, `photos/${name}`)),
  };
}
