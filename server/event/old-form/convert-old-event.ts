import type { EventDocument } from '../../../contract/event/event.ts';
import type { Config } from '../../platform/config.ts';
import { lockKey } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/open.ts';
import { transact } from '../../platform/db/transact.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { createPictureEncoder } from '../../platform/files/picture-encoder.ts';
import { stagingFolder } from '../../platform/files/staging.ts';
import type { Services } from '../../platform/services.ts';
import { checkEvent, EventError } from '../event-document.ts';
import { describeMissingFile } from '../event-files.ts';
import { hasVersions, insertVersions, selectFingerprint, selectOldChanges } from './old-event.queries.ts';
import { findEventFile, isFileOfProgram, listNamedFiles, replaceOldFiles } from './old-files.ts';
import { readOldFiles } from './old-folder.ts';
import { listOldVersions, type OldVersion } from './old-versions.ts';
import { checkEventFile, storeEventFile } from './store-event-file.ts';

interface OldEvent {
  versions: OldVersion[];
  /** Where each file that a version names is, by its path in the folder. */
  sources: Map<string, string>;
  /** What 0.1.0 left out of the event, because it did not fit the files. */
  misfits: string[];
}

/** Reads the event of a site of 0.1.0, and checks all of it. Throws EventError with what to do. Changes nothing. */
async function readOldEvent(db: Db, config: Config): Promise<OldEvent> {
  const changes = await selectOldChanges(db);
  const files = await readOldFiles(config, await selectFingerprint(db));
  const misfits: string[] = [];
  const versions = listOldVersions(files, changes, new Date(), (section, { sentence }) =>
    misfits.push(`${section}: ${sentence}`),
  );
  const current = listNamedFiles(versions.at(-1)!.document);
  const sources = new Map<string, string>();
  for (const file of new Set(versions.flatMap(({ document }) => listNamedFiles(document)))) {
    const source = findEventFile(files.folders, file);
    if (source) sources.set(file, source);
    // Only what is shown now has to be there: an earlier state may name a file that has been deleted.
    else if (current.includes(file) && !isFileOfProgram(file))
      throw new EventError(describeMissingFile(file));
  }
  for (const source of sources.values()) await checkEventFile(source);
  return { versions, sources, misfits };
}

/**
 * Checks, before migrations change a database of 0.1.0, that its event can be converted. Throws EventError with what to do. A
 * site that has never been started has no event.
 */
export async function checkOldEvent({ db, config }: { db: Db; config: Config }): Promise<void> {
  if ((await selectFingerprint(db)) ?? (await selectOldChanges(db))[0]) await readOldEvent(db, config);
}

/**
 * Makes the event of a site of 0.1.0 its first versions: the files in `event/`, and then one for each save in the browser.
 * Pictures, films and fonts of the folder are stored before; a start that was killed meanwhile finds them again. Throws
 * EventError with what to do.
 */
export async function convertOldEvent(site: Pick<Services, 'db' | 'config' | 'log'>): Promise<void> {
  const { db, config, log } = site;
  const { versions, sources, misfits } = await readOldEvent(db, config);
  const files = await openFileStore(config);
  const pictures = createPictureEncoder(stagingFolder(config.dataDir));
  const addresses = new Map<string, string>();
  for (const [file, source] of sources)
    addresses.set(file, await storeEventFile({ db, config, files, pictures, log }, source));
  pictures.close();
  const rename = (document: EventDocument) => replaceOldFiles(document, (file) => addresses.get(file));
  const rows = versions.map((row, index) => ({
    ...row,
    document: rename(row.document),
    version: index + 1,
  }));
  for (const { document } of rows.slice(-1)) checkEvent(document);
  const isFirst = await transact(db, async (trx) => {
    await lockKey(trx, 'settings');
    if (await hasVersions(trx)) return false;
    await insertVersions(trx, rows);
    return true;
  });
  if (!isFirst) return;
  log.info(
    { versions: rows.length, files: addresses.size },
    'The event of the version before was converted: it is changed in Settings now, and event/ is not read any more',
  );
  for (const misfit of misfits)
    log.warn({ misfit }, 'A change that did not fit event/ is not part of the event, as before');
}
