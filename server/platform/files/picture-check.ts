import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { getSiteId } from '../db/settings.ts';
import { fail, Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { UnstoredFile } from './files.service.ts';
import { discardStagedFile, type StagedFile, stageFile } from './staging.ts';
import { toStorageKey } from './store.ts';

/** Whether the bytes start like a JPEG, a PNG or a WebP. The name and type from the sender prove nothing. */
function hasPictureMarker(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP/s.test(text)
  );
}

/** Whether a Latin-1 text starts like an SVG. SVGs are rendered to pixels, never served. */
export const isSvg = (start: string): boolean =>
  /^(\xef\xbb\xbf)?\s{0,20}<(\?xml|svg|!--|!DOCTYPE svg)/i.test(start);

const isHeic = (head: Buffer) =>
  /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/.test(head.toString('latin1', 4));

export const isPicture = (head: Buffer): boolean => isHeic(head) || hasPictureMarker(head);

/**
 * Re-encodes an uploaded picture in a separate process and stages it with its other sizes, one at a time per `key`. Throws
 * `picture_heic`, `picture_unreadable`, `picture_too_many_pixels`, `picture_animated`, `pictures_busy`, and `unavailable`
 * without a decoder.
 */
export async function checkPicture(
  { db, config, pictures, log }: Pick<Services, 'db' | 'config' | 'pictures' | 'log'>,
  { path, head }: StagedFile,
  key: string,
  { isOfEvent = false } = {},
): Promise<{ width: number; height: number; files: UnstoredFile[] }> {
  if (isHeic(head)) fail('picture_heic');
  if (!hasPictureMarker(head) && !(isOfEvent && isSvg(head.toString('latin1')))) fail('picture_unreadable');
  const encoded = await pictures.encode({ file: path, isOfEvent }, key).catch((error: Error) => {
    log.error({ cause: error.message }, 'the picture encoder failed');
    throw new Problem('unavailable', { retryAfter: 5, cause: error });
  });
  if (encoded === 'pictures_busy') fail('pictures_busy', { retryAfter: 5 });
  if (typeof encoded === 'string') fail(encoded);
  const files: UnstoredFile[] = [];
  try {
    for (const { content, ending, ...size } of encoded.files) {
      // A child process sends it as a plain array of bytes.
      const staged = await stageFile(config.dataDir, Readable.from([Buffer.from(content)]));
      const { sha256 } = staged;
      const storage_key = toStorageKey(await getSiteId(db), `${randomUUID()}.${ending}`);
      files.push({ staged, storage_key, size: staged.size, sha256, active_content: false, ...size });
    }
    return { width: encoded.width, height: encoded.height, files };
  } catch (error) {
    await Promise.all(files.map((file) => discardStagedFile(file.staged)));
    throw error;
  }
}
