import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { getSiteId } from '../db/settings.ts';
import { fail, Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { UnstoredEventFile } from './event-files.service.ts';
import type { EncodedFile } from './files.service.ts';
import type { PictureRefusal } from './picture-encoder.ts';
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

/** Whether a text in Latin-1 begins like an SVG picture. It is drawn as pixels, and never served itself. */
export const isSvg = (start: string): boolean =>
  /^(\xef\xbb\xbf)?\s{0,20}<(\?xml|svg|!--|!DOCTYPE svg)/i.test(start);

const isHeic = (head: Buffer) =>
  /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/.test(head.toString('latin1', 4));

/** Whether a file is checked as a picture, by its first bytes. */
export const isPicture = (head: Buffer): boolean => isHeic(head) || hasPictureMarker(head);

/**
 * Opens an uploaded picture in a process of its own and encodes it anew. Throws `picture_heic`, `picture_unreadable`,
 * `picture_too_many_pixels`, `picture_animated`, `pictures_busy`, and `unavailable` without a decoder.
 */
async function encodePicture<Encoded>(
  { log }: Pick<Services, 'log'>,
  { head }: StagedFile,
  encode: () => Promise<Encoded | PictureRefusal>,
  { takesSvg = false } = {},
): Promise<Encoded> {
  if (isHeic(head)) fail('picture_heic');
  if (!hasPictureMarker(head) && !(takesSvg && isSvg(head.toString('latin1')))) fail('picture_unreadable');
  const encoded = await encode().catch((error: Error) => {
    log.error({ cause: error.message }, 'the picture encoder failed');
    throw new Problem('unavailable', { retryAfter: 5, cause: error });
  });
  if (encoded === 'pictures_busy') fail('pictures_busy', { retryAfter: 5 });
  if (typeof encoded === 'string') fail(encoded as PictureRefusal);
  return encoded as Encoded;
}

async function stagePicture(
  { db, config }: Pick<Services, 'db' | 'config'>,
  content: Buffer,
  ending: string,
) {
  // From a child it comes as a plain array of bytes.
  const staged = await stageFile(config.dataDir, Readable.from([Buffer.from(content)]));
  const { size, sha256 } = staged;
  const storage_key = toStorageKey(await getSiteId(db), `${randomUUID()}.${ending}`);
  return { staged, storage_key, size, sha256, active_content: false };
}

type Needs = Pick<Services, 'db' | 'config' | 'pictures' | 'log'>;

/** Stages an uploaded picture encoded anew; of the same `key` one at a time. Throws as `encodePicture` does. */
export async function checkPicture(
  services: Needs,
  uploaded: StagedFile,
  key: string,
): Promise<CheckedPicture> {
  const encode = () => services.pictures.encode(uploaded.path, key);
  const { large, thumbnail, width, height } = await encodePicture(services, uploaded, encode);
  const picture = { ...(await stagePicture(services, large, 'jpg')), kind: 'picture' as const };
  try {
    const staged = { ...(await stagePicture(services, thumbnail, 'webp')), kind: 'thumbnail' as const };
    return { picture, thumbnail: staged, width, height };
  } catch (error) {
    await discardStagedFile(picture.staged);
    throw error;
  }
}

/** Stages a picture of the event encoded anew, followed by its other sizes. Throws as `encodePicture` does. */
export async function checkEventPicture(
  services: Needs,
  uploaded: StagedFile,
  key: string,
): Promise<UnstoredEventFile[]> {
  const encode = () => services.pictures.encodeSizes(uploaded.path, key);
  const { large, ending, sizes } = await encodePicture(services, uploaded, encode, { takesSvg: true });
  const staged: UnstoredEventFile[] = [];
  try {
    staged.push(await stagePicture(services, large, ending));
    for (const { content, width, ...size } of sizes)
      staged.push({ ...(await stagePicture(services, content, size.ending)), width });
    return staged;
  } catch (error) {
    await Promise.all(staged.map((file) => discardStagedFile(file.staged)));
    throw error;
  }
}
