import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from '../contract/event/event.ts';
import { describeMissingFile, listFilms } from '../server/event/event-files.ts';
import type { Folders } from './event-images.ts';

/** Copies every film that the event names, with its poster and captions. Throws with the name of a file that is not there. */
export async function copyFilms(event: Event, folders: Folders): Promise<void> {
  for (const name of listFilms(event)) {
    const target = path.join(folders.web, 'films', name);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(path.join(folders.event, 'films', name), target).catch(() => {
      throw new Error(describeMissingFile(`films/${name}`));
    });
  }
}
