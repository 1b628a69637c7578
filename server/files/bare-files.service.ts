import { getSiteId } from '../db/site-id.ts';
import type { Services } from '../services.ts';
import {
  hasMovedBareFiles,
  markBareFilesMoved,
  selectBareKeys,
  selectOwnedKeys,
  updateStorageKey,
} from './files.queries.ts';
import { orphanAge } from './orphan-age.ts';
import { isBareKey, toSiteKey, toTrashKey } from './storage-keys.ts';

type Needs = Pick<Services, 'db' | 'files' | 'config' | 'now' | 'log'>;

/**
 * Moves the files of older versions, which are stored by their name alone, into the folder of this site; once, and again
 * after a kill. Those that nobody owns go to its trash, but only from a folder in which the site has found its own: in a
 * bucket, or with another database, they may be somebody else's.
 */
export async function moveBareFiles({ db, files, config, now, log }: Needs): Promise<void> {
  if (await hasMovedBareFiles(db)) return;
  const siteId = await getSiteId(db);
  const moved = { owned: 0, trashed: 0, left: 0 };
  for (const key of await selectBareKeys(db)) {
    const target = toSiteKey(siteId, key);
    await files.move(key, target).catch(async (error: Error) => {
      // A kill between the move and the update: the file is there already.
      const found = await files.read(target).catch(() => undefined);
      if (!found) throw error;
      found.destroy();
    });
    await updateStorageKey(db, key, target);
    moved.owned += 1;
  }
  for await (const { key, lastModified } of config.s3 ? [] : files.list('')) {
    const isOld = now().getTime() - lastModified.getTime() > orphanAge;
    if (!isBareKey(key) || !isOld || (await selectOwnedKeys(db, [key])).has(key)) continue;
    if (moved.owned > 0) {
      await files.move(key, toTrashKey(siteId, key));
      moved.trashed += 1;
    } else moved.left += 1;
  }
  await markBareFilesMoved(db);
  if (moved.owned + moved.trashed + moved.left > 0)
    log.info(moved, 'files of an older version were moved into the folder of this site');
}
