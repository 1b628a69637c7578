import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import type * as contract from '../../../contract/operations/backup.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { requireFreshSignIn } from '../../people/account/delete-account.service.ts';
import type { Db } from '../../platform/db/open.ts';
import { findSetting, upsertSetting } from '../../platform/db/settings.ts';
import { stagingFolder } from '../../platform/files/staging.ts';
import type { Call } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import type { Services } from '../../platform/services.ts';
import { createBackup } from './backup.service.ts';
import { type ClosedEvent, closedEventKey } from './next-event.service.ts';

const lastBackupKey = 'last-backup';

interface LastBackup {
  at: string;
  missingFiles: number;
}

export const storeLastBackup = (db: Db, last: LastBackup): Promise<void> =>
  upsertSetting(db, lastBackupKey, last);

/** Returns when the last backup was made, and how the last event was closed. */
export async function getBackupState({ db }: Services): Promise<ResponseOf<typeof contract.getBackupState>> {
  const last = await findSetting<LastBackup>(db, lastBackupKey);
  const closed = (await findSetting<ClosedEvent>(db, closedEventKey)) ?? null;
  return { lastAt: last?.at ?? null, missingFiles: last?.missingFiles ?? 0, closed };
}

/**
 * Makes a backup and sends it. It has no name on the disk while it is sent, so that a crash leaves nothing. Throws
 * `stale_sign_in`.
 */
export async function downloadBackup(
  { db, pool, config, files, now }: Services,
  { actor }: Call<typeof contract.downloadBackup>,
): Promise<Download> {
  requireFreshSignIn({ now }, actor);
  const folder = stagingFolder(config.dataDir);
  await fs.mkdir(folder, { recursive: true });
  const file = path.join(folder, `${randomUUID()}.zip`);
  try {
    const { manifest, problems } = await createBackup({ connection: pool!.options, files, now }, file);
    await storeLastBackup(db, { at: manifest.madeAt, missingFiles: problems.length });
    const handle = await fs.open(file);
    return new Download('site.zip', handle.createReadStream());
  } finally {
    await fs.rm(file, { force: true });
  }
}
