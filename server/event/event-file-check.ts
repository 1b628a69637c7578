import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import { getSiteId } from '../platform/db/settings.ts';
import type { UnstoredFile } from '../platform/files/files.service.ts';
import { checkPicture, isSvg } from '../platform/files/picture-check.ts';
import type { StagedFile } from '../platform/files/staging.ts';
import { type EventFileEnding, toStorageKey } from '../platform/files/store.ts';
import { fail } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { openFont } from './event-fonts.ts';

type Kind = 'picture' | keyof typeof limits.eventFile;

/** Returns the beginning of a file, in Latin-1: 64 bytes, which hold the kind of every container. */
async function readBeginning(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Finds what a file is by its first bytes; the name and type that the sender gave prove nothing. */
export async function findFileKind(
  file: string,
): Promise<{ kind: Kind; ending: EventFileEnding } | undefined> {
  const start = await readBeginning(file);
  const brand = /^.{4}ftyp(.{4})/s.exec(start)?.[1];
  // Other brands are HEIC and AVIF pictures, and films of QuickTime.
  if (brand && /^(iso[m2-9]|mp4[12]|avc1|M4V |dash|MSNV|f4v |mmp4|3gp\d)/.test(brand))
    return { kind: 'film', ending: 'mp4' };
  if (start.startsWith('\x1a\x45\xdf\xa3') && start.includes('webm')) return { kind: 'film', ending: 'webm' };
  if (/^(\xef\xbb\xbf)?WEBVTT(?![^ \t\r\n])/.test(start)) return { kind: 'captions', ending: 'vtt' };
  if (start.startsWith('\0\x01\0\0') || start.startsWith('true')) return { kind: 'font', ending: 'ttf' };
  if (start.startsWith('OTTO')) return { kind: 'font', ending: 'otf' };
  if (start.startsWith('wOFF')) return { kind: 'font', ending: 'woff' };
  if (start.startsWith('wOF2')) return { kind: 'font', ending: 'woff2' };
  return /^(\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP)/s.test(start) || isSvg(start) || brand
    ? { kind: 'picture', ending: 'jpg' }
    : undefined;
}

/**
 * Checks a file of the event and creates its storage key. A picture is encoded anew; a film is not opened. Throws
 * `event_file_unknown`, `event_file_too_large`, and for a picture what `checkPicture` throws. `key` is the owner of the
 * picture's turn.
 */
export async function checkEventFile(
  services: Pick<Services, 'db' | 'config' | 'pictures' | 'log'>,
  uploaded: StagedFile,
  key: string,
): Promise<UnstoredFile[]> {
  const { kind, ending } = (await findFileKind(uploaded.path)) ?? fail('event_file_unknown');
  if (kind === 'picture') {
    if (uploaded.size > limits.picture.maxBytes) fail('picture_too_large');
    return (await checkPicture(services, uploaded, key, { isOfEvent: true })).files;
  }
  if (uploaded.size > limits.eventFile[kind]) fail('event_file_too_large');
  if (kind === 'captions' && !isUtf8(await readFile(uploaded.path))) fail('event_file_unknown');
  if (kind === 'font' && !(await openFont(await readFile(uploaded.path)))) fail('event_file_unknown');
  const storage_key = toStorageKey(await getSiteId(services.db), `${randomUUID()}.${ending}`);
  const { size, sha256 } = uploaded;
  return [{ staged: uploaded, storage_key, size, sha256, active_content: false }];
}
