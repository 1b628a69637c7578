import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Event } from '../../contract/event/event.ts';
import { isUploaded } from '../../contract/event/event-values.ts';
import type { Db } from '../platform/db/open.ts';
import { listEventFiles, readEventFile } from '../platform/files/event-files.service.ts';
import { getMediaType } from '../platform/files/store.ts';
import type { Services } from '../platform/services.ts';

export async function openFont(content: Buffer) {
  // The library is large: it is loaded with the first font.
  const { create } = await import('fontkit');
  try {
    const font = create(content);
    // A collection has no characters of its own.
    return 'hasGlyphForCodePoint' in font ? { content, font } : undefined;
  } catch {
    return undefined;
  }
}

export async function findFont(name: string, services: Pick<Services, 'db' | 'files'>) {
  const content = isUploaded(name) && (await readFont(name, services).catch(() => undefined));
  return content ? openFont(content) : undefined;
}

const readFont = async (address: string, services: Pick<Services, 'db' | 'files'>) =>
  buffer(await readEventFile(services, path.basename(address)));

/** Lists the fonts of an event that are no uploaded fonts. */
export async function listFontMistakes(db: Db, { certificates }: Pick<Event, 'certificates'>) {
  const names = certificates?.fonts ?? [];
  const stored = names.length > 0 ? await listEventFiles(db) : [];
  const fonts = new Set(
    stored.filter(({ key }) => getMediaType(key).startsWith('font/')).map(({ id }) => id),
  );
  return names.flatMap((name, at) => {
    const what = `${name} is not an uploaded font`;
    const isFont = isUploaded(name) && fonts.has(path.basename(name));
    return isFont
      ? []
      : [{ path: `certificates.fonts.${at}`, what, sentence: `certificates, fonts: ${what}` }];
  });
}
