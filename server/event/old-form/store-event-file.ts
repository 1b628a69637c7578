import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { limits } from '../../../contract/limits.ts';
import { getSiteId } from '../../platform/db/settings.ts';
import { addSitePicture, type EncodedFile, storeFilesAround } from '../../platform/files/files.service.ts';
import { checkPicture } from '../../platform/files/picture-check.ts';
import { discardStagedFile, type StagedFile, stageFile } from '../../platform/files/staging.ts';
import { toStorageKey } from '../../platform/files/store.ts';
import type { Services } from '../../platform/services.ts';
import { EventError } from '../event-document.ts';
import { selectSitePicture } from './old-event.queries.ts';

/** Films, captions and fonts, which are stored as they are; everything else is a picture. */
const stored = /\.(mp4|webm|vtt|ttf|otf|woff2?)$/i;
/** The formats that an upload takes. */
const uploadable = ['jpeg', 'png', 'webp'];
/** The longer side, in pixels, of a picture in another format. */
const largest = 2880;

type Needs = Pick<Services, 'db' | 'config' | 'files' | 'pictures' | 'log'>;

/** Throws EventError for a picture that cannot be read. */
export async function checkEventFile(source: string): Promise<void> {
  if (!stored.test(source)) await readPicture(source);
}

/** Returns a picture of the operator's own as something that an upload takes: a drawing (SVG), for example, as PNG. */
async function readPicture(source: string): Promise<Buffer> {
  const content = await readFile(source);
  const { default: sharp } = await import('sharp');
  const {
    format,
    width,
    height,
    pages = 1,
  } = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch((error: Error) => {
      throw new EventError(`${source} is no picture: ${error.message}`);
    });
  const isUploadable =
    uploadable.includes(format) && pages === 1 && width * height <= limits.picture.maxPixels;
  if (isUploadable) return content;
  // A drawing has no pixels: it is drawn as large as an upload is stored at most.
  const density = format === 'svg' ? Math.min(2400, (72 * largest) / Math.max(width, height)) : undefined;
  return sharp(content, { limitInputPixels: false, ...(density && { density }) })
    .rotate()
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}

/** Stores a file of the event and returns its address. A file that is stored already keeps its address. */
export async function storeEventFile(services: Needs, source: string): Promise<string> {
  const file = await (stored.test(source) ? stageAsIs(services, source) : stagePicture(services, source));
  try {
    const known = await selectSitePicture(services.db, file.sha256);
    const id = known ?? (await storeFilesAround(services, [file], () => addSitePicture(services.db, file)));
    return `/api/pictures/${id}`;
  } finally {
    await discardStagedFile(file.staged);
  }
}

async function stagePicture(services: Needs, source: string): Promise<EncodedFile> {
  const uploaded = await stageFile(services.config.dataDir, Readable.from([await readPicture(source)]));
  try {
    const { picture, thumbnail } = await checkPicture(services, uploaded, 'event');
    await discardStagedFile(thumbnail.staged);
    return picture;
  } catch (error) {
    throw new EventError(`${source} cannot be stored as a picture (${(error as Error).message}).`);
  } finally {
    await discardStagedFile(uploaded);
  }
}

async function stageAsIs({ db, config }: Needs, source: string): Promise<EncodedFile> {
  const staged: StagedFile = await stageFile(config.dataDir, createReadStream(source));
  const { size, sha256 } = staged;
  const name = `${randomUUID()}${path.extname(source).toLowerCase()}`;
  const storage_key = toStorageKey(await getSiteId(db), name);
  return { staged, kind: 'picture', storage_key, size, sha256, active_content: false };
}
