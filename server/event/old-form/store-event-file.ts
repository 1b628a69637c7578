import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import { limits } from '../../../contract/limits.ts';
import { getSiteId } from '../../platform/db/settings.ts';
import { transact } from '../../platform/db/transact.ts';
import {
  addEventFile,
  listEventFiles,
  toEventFileAddress,
} from '../../platform/files/event-files.service.ts';
import { storeFilesAround, type UnstoredFile } from '../../platform/files/files.service.ts';
import { checkPicture } from '../../platform/files/picture-check.ts';
import { discardStagedFile, stageFile } from '../../platform/files/staging.ts';
import { toStorageKey } from '../../platform/files/store.ts';
import type { Services } from '../../platform/services.ts';
import { EventError } from '../event-document.ts';

/** Films, captions and fonts, which are stored as they are; everything else is a picture. */
const storedAsIs = /\.(mp4|webm|vtt|ttf|otf|woff2?)$/i;

type Needs = Pick<Services, 'db' | 'config' | 'files' | 'pictures' | 'log'>;

/** Opens a picture of the operator's own; a drawing (SVG) as large as pictures are stored at most. Throws EventError. */
async function openPicture(source: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const content = await readFile(source);
  const { format, width, height } = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch((error: Error) => {
      throw new EventError(`${source} cannot be read as a picture: ${error.message}. Nothing was changed.`);
    });
  const scale = limits.picture.large.width / Math.max(width, height);
  const density = format === 'svg' ? Math.min(2400, 72 * scale) : 72;
  return sharp(content, { limitInputPixels: false, density })
    .rotate()
    .resize({ ...limits.picture.large, fit: 'inside', withoutEnlargement: true });
}

/** Throws EventError for a picture that cannot be read. */
export async function checkEventFile(source: string): Promise<void> {
  if (!storedAsIs.test(source)) await openPicture(source);
}

/** Stages a file as it is stored, a picture with its other sizes. */
async function stageEventFile(services: Needs, source: string): Promise<UnstoredFile[]> {
  const { db, config } = services;
  if (storedAsIs.test(source)) {
    const staged = await stageFile(config.dataDir, createReadStream(source));
    const { size, sha256 } = staged;
    const name = `${randomUUID()}${path.extname(source).toLowerCase()}`;
    return [
      { staged, storage_key: toStorageKey(await getSiteId(db), name), size, sha256, active_content: false },
    ];
  }
  // Any format that 0.1.0 could open becomes one that is accepted.
  const content = await (await openPicture(source)).png().toBuffer();
  const staged = await stageFile(config.dataDir, Readable.from([content]));
  try {
    return (await checkPicture(services, staged, source, { isOfEvent: true })).files;
  } finally {
    await discardStagedFile(staged);
  }
}

/** Stores a file of the event and returns its address. A file that is stored already keeps its address. */
export async function storeEventFile(services: Needs, source: string): Promise<string> {
  const { db } = services;
  const staged = await stageEventFile(services, source);
  try {
    const known = (await listEventFiles(db)).find(({ sha256 }) => sha256.equals(staged[0]!.sha256));
    if (known) return toEventFileAddress(known);
    return await storeFilesAround(services, staged, () => transact(db, (trx) => addEventFile(trx, staged)));
  } finally {
    await Promise.all(staged.map((file) => discardStagedFile(file.staged)));
  }
}
