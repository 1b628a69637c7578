import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from '../contract/event.ts';
import type { Folders } from './event-images.ts';
import { listFilms } from './event-pictures.ts';

/** Copies every film that the event names, with its poster and captions. Throws with the name of a file that is not there. */
export async function copyFilms(event: Event, folders: Folders): Promise<void> {
  for (const name of listFilms(event)) {
    const target = path.join(folders.web, 'films', name);
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(path.join(folders.event, 'films', name), target).catch(() => {
      throw new Error(`event/films/${name} is named in the event, but there is no such file`);
    });
  }
}
