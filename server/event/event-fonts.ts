import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Event } from '../../contract/event/event.ts';
import { isUploaded } from '../../contract/event/event-values.ts';
import { readSiteFile } from '../platform/files/files.service.ts';
import type { Services } from '../platform/services.ts';
import type { EventMistake } from './event-document.ts';

const folder = path.join(import.meta.dirname, '../../event/fonts');

/** Returns a font of the event, a stored file or one in `event/fonts`; undefined when it cannot be read. */
export async function findFont(name: string, services?: Pick<Services, 'db' | 'files'>) {
  // The library is large: it is loaded with the first font.
  const { create } = await import('fontkit');
  try {
    const content =
      services && isUploaded(name)
        ? await buffer(await readSiteFile(services, path.basename(name)))
        : await readFile(path.join(folder, name));
    const font = create(content);
    // A collection has no characters of its own.
    return 'hasGlyphForCodePoint' in font ? { content, font } : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the fonts of an event that are files in `event/fonts` and cannot be read. */
export async function listFontMistakes({
  certificates,
}: Pick<Event, 'certificates'>): Promise<EventMistake[]> {
  const mistakes: EventMistake[] = [];
  for (const [at, name] of (certificates?.fonts ?? []).entries()) {
    const what = `${name} is not a font in event/fonts`;
    if (!isUploaded(name) && !(await findFont(name)))
      mistakes.push({ path: `certificates.fonts.${at}`, what, sentence: `certificates, fonts: ${what}` });
  }
  return mistakes;
}
