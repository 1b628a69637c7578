import { promises as fs } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { createBackup } from './backup.service.ts';

/**
 * Writes the tables of a database into `backups/` of the data folder before these migrations. Files are not in it: no
 * migration touches them, and a restore on the same data folder or bucket finds them. Throws a sentence when it fails.
 */
export async function backUpBeforeUpgrade(
  { dataDir, now }: { dataDir: string; now: () => Date },
  owner: pg.ClientConfig,
  pending: string[],
  log: (line: string) => void,
): Promise<void> {
  const folder = path.join(dataDir, 'backups');
  const time = now().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = path.join(folder, `before-${pending[0]}-${time}.zip`);
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await createBackup({ connection: owner, now }, file);
  } catch (error) {
    throw new Error(
      `The database has to be upgraded, and could not be backed up to ${file} before: ${(error as Error).message}. Nothing was changed.`,
    );
  }
  log(`Backed up the tables before the upgrade: ${file}. The way back is in docs/upgrading.md.`);
}
