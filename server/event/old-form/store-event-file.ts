import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import { limits } from '../../../contract/limits.ts';
import { getSiteId } from '../../platform/db/settings.ts';
import {
  addEventFile,
  listEventFiles,
  toEventFileAddress,
  type UnstoredEventFile,
} from '../../platform/files/event-files.service.ts';
import { storeFilesAround } from '../../platform/files/files.service.ts';
import { discardStagedFile, stageFile } from '../../platform/files/staging.ts';
import { toStorageKey } from '../../platform/files/store.ts';
import type { Services } from '../../platform/services.ts';
import { EventError } from '../event-document.ts';

/** Films, captions and fonts, which are stored as they are; everything else is a picture. */
const storedAsIs = /\.(mp4|webm|vtt|ttf|otf|woff2?)$/i;

type Needs = Pick<Services, 'db' | 'config' | 'files'>;

/** Opens a picture of the operator's own; a drawing (SVG) as large as pictures are stored at most. Throws EventError. */
async function openPicture(source: string): Promise<{ picture: Sharp; hasAlpha: boolean }> {
  const { default: sharp } = await import('sharp');
  const content = await readFile(source);
  const { format, width, height, hasAlpha } = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch((error: Error) => {
      throw new EventError(`${source} cannot be read as a picture: ${error.message}. Nothing was changed.`);
    });
  const scale = limits.picture.large.width / Math.max(width, height);
  const density = format === 'svg' ? Math.min(2400, 72 * scale) : 72;
  return { picture: sharp(content, { limitInputPixels: false, density }), hasAlpha };
}

/** Throws EventError for a picture that cannot be read. */
export async function checkEventFile(source: string): Promise<void> {
  if (!storedAsIs.test(source)) await openPicture(source);
}

/** Returns what is stored of a file, and the ending of its name. A logo stays transparent. */
async function readContent(source: string): Promise<{ content: Readable; ending: string }> {
  if (storedAsIs.test(source))
    return { content: createReadStream(source), ending: path.extname(source).toLowerCase() };
  const { picture, hasAlpha } = await openPicture(source);
  const sized = picture.rotate().resize({ ...limits.picture.large, fit: 'inside', withoutEnlargement: true });
  const encoded = await (hasAlpha ? sized.webp({ quality: 82 }) : sized.jpeg({ quality: 82 })).toBuffer();
  return { content: Readable.from([encoded]), ending: hasAlpha ? '.webp' : '.jpg' };
}

/** Stores a file of the event and returns its address. A file that is stored already keeps its address. */
export async function storeEventFile({ db, config, files }: Needs, source: string): Promise<string> {
  const { content, ending } = await readContent(source);
  const staged = await stageFile(config.dataDir, content);
  try {
    const { size, sha256 } = staged;
    const storage_key = toStorageKey(await getSiteId(db), `${randomUUID()}${ending}`);
    const file: UnstoredEventFile = { staged, storage_key, size, sha256, active_content: false };
    const known = (await listEventFiles(db)).find((stored) => stored.sha256.equals(sha256));
    return known
      ? toEventFileAddress(known)
      : await storeFilesAround({ files }, [file], () => addEventFile(db, [file]));
  } finally {
    await discardStagedFile(staged);
  }
}
