import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Config, defaultEventFolder } from '../../platform/config.ts';
import { EventError } from '../event-document.ts';
import { readEventFolder } from '../event-folder.ts';
import { parseOldEvent } from './old-schema.ts';

/** The event of 0.1.0 that nobody had edited; its document is that of `default-event/`. */
const releasedDefault = 'd1dd4dde6d67cc03';

/** The files of an event of 0.1.0: what they say, and the folders in which its pictures, films and fonts may be. */
export interface OldFiles {
  event: object;
  folders: string[];
  isDefault: boolean;
}

/** Lists where the folder `event/` of 0.1.0 may stand: in the data folder, or in the program's own as it did. */
const listFolders = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  [dataDir, path.join(import.meta.dirname, '../../..')].map((parent) => path.join(parent, 'event'));

/** Imports `event.ts` of a folder, which is code, in a thread of its own. Throws EventError. */
function importEventFile(folder: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) =>
      reject(new EventError(`${path.join(folder, 'event.ts')} cannot be read: ${reason}`));
    const worker = new Worker(path.join(import.meta.dirname, 'read-event-file.worker.ts'), {
      workerData: folder,
    });
    worker.once('message', (event) => {
      resolve(event);
      void worker.terminate();
    });
    worker.once('error', (error: Error) => refuse(error.message));
    worker.once('exit', () => refuse('it ends the program'));
  });
}

/**
 * Reads the files of the event with which the site last ran, by their fingerprint; with `acceptsOldEvent`, the files that are
 * there. Throws EventError with what to do.
 */
export async function readOldFiles(
  config: Pick<Config, 'dataDir' | 'acceptsOldEvent'>,
  agreed: string | undefined,
): Promise<OldFiles> {
  const folders = listFolders(config);
  const present = folders.filter((folder) => existsSync(path.join(folder, 'event.ts')));
  if (agreed === releasedDefault && !(config.acceptsOldEvent && present.length > 0))
    return { event: (await readEventFolder(defaultEventFolder)).event, folders, isDefault: true };
  for (const folder of present) {
    const read = parseOldEvent(await importEventFile(folder));
    if (read && (config.acceptsOldEvent || read.fingerprint === agreed))
      return { event: read.event, folders: [folder], isDefault: false };
  }
  const [first = ''] = folders;
  throw new EventError(
    present.length === 0
      ? `The event of this site is in the folder event/ of the version that it ran before, and that folder is not here. Copy it to ${first}, with its pictures, and start again. Nothing was changed.`
      : `The event in ${present.join(' and ')} is not the one with which this site last ran. Put the folder event/ that it ran with at ${first} and start again, or accept this event: ACCEPT_OLD_EVENT=yes npm start. Nothing was changed.`,
  );
}
