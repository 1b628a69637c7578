import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { getSiteId } from '../db/settings.ts';
import { fail, Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { EncodedFile } from './files.service.ts';
import type { EncodedPicture } from './picture-encoder.ts';
import { discardStagedFile, type StagedFile, stageFile } from './staging.ts';
import { toStorageKey } from './store.ts';

/** The two files of a picture, ready to be stored, and the size of the larger one in pixels. */
interface CheckedPicture {
  picture: EncodedFile;
  thumbnail: EncodedFile;
  width: number;
  height: number;
}

/** Whether the bytes begin like a JPEG, a PNG or a WebP. The name and type that the sender gave prove nothing. */
function hasPictureMarker(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF.{4}WEBP/s.test(text)
  );
}

const isHeic = (head: Buffer) =>
  /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/.test(head.toString('latin1', 4));

/**
 * Opens an uploaded picture in a process of its own and encodes it anew. Throws `picture_heic`, `picture_unreadable`,
 * `picture_too_many_pixels`, `picture_animated`, `pictures_busy`, and `unavailable` without a decoder.
 */
async function encodePicture(
  services: Pick<Services, 'pictures' | 'log'>,
  uploaded: StagedFile,
  key: string,
): Promise<EncodedPicture> {
  if (isHeic(uploaded.head)) fail('picture_heic');
  if (!hasPictureMarker(uploaded.head)) fail('picture_unreadable');
  const encoded = await services.pictures.encode(uploaded.path, key).catch((error: Error) => {
    services.log.error({ cause: error.message }, 'the picture encoder failed');
    throw new Problem('unavailable', { retryAfter: 5, cause: error });
  });
  if (encoded === 'pictures_busy') fail('pictures_busy', { retryAfter: 5 });
  if (typeof encoded === 'string') fail(encoded);
  return encoded;
}

/** Stages an uploaded picture encoded anew; of the same `key` one at a time. Throws as `encodePicture` does. */
export async function checkPicture(
  services: Pick<Services, 'db' | 'config' | 'pictures' | 'log'>,
  uploaded: StagedFile,
  key: string,
): Promise<CheckedPicture> {
  const encoded = await encodePicture(services, uploaded, key);
  const siteId = await getSiteId(services.db);
  const stage = async <Kind extends EncodedFile['kind']>(kind: Kind, content: Uint8Array, ending: string) => {
    const staged = await stageFile(services.config.dataDir, Readable.from([Buffer.from(content)]));
    const { size, sha256 } = staged;
    const storage_key = toStorageKey(siteId, `${randomUUID()}.${ending}`);
    return { staged, kind, storage_key, size, sha256, active_content: false };
  };
  const { width, height } = encoded;
  const picture = await stage('picture', encoded.large, 'jpg');
  try {
    return { picture, thumbnail: await stage('thumbnail', encoded.thumbnail, 'webp'), width, height };
  } catch (error) {
    await discardStagedFile(picture.staged);
    throw error;
  }
}
