import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbedded } from '../../packages/embedded-postgres/embedded.ts';
import { openDatabase } from '../../server/platform/db/open.ts';
import { memoryFolder } from '../../server/testing/postgres.ts';
import { runCommand } from '../program.ts';
import type { Load, LoadTarget } from './load.ts';
import { findLosses } from './verify.ts';

/**
 * Backs up a site under load and restores it into an empty data folder. Returns what is wrong there, a line each. Everything
 * acknowledged before the backup began must be in it.
 */
export async function restoreUnderLoad(site: Pick<LoadTarget, 'command'>, load: Load): Promise<string[]> {
  const dataDir = mkdtempSync(path.join(memoryFolder(), 'overnight-restored-'));
  // Started as root, the program's own database runs as another account.
  chmodSync(dataDir, 0o711);
  const file = path.join(dataDir, 'site.zip');
  try {
    const acknowledged = load.journal.filter(({ kind }) => kind !== 'mail');
    await site.command('backup', file);
    const command = (...words: string[]) => runCommand({ DATA_DIR: dataDir }, ...words);
    // Its secret is a new one, so the restore says that earlier passes do not work, and exits with 3.
    await command('restore', file).catch((error: Error) => {
      if (!error.message.startsWith(`restore ${file} ended with 3:`)) throw error;
    });
    const restored = await startEmbedded({ dataDir, log: () => undefined });
    const { db } = openDatabase(restored.owner, { max: 3 });
    try {
      const wrong = await findLosses({ db, command }, { journal: acknowledged, surprises: [] });
      return wrong.map((line) => `restored: ${line}`);
    } finally {
      await db.destroy();
      await restored.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
