import { promises as fs } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { FileStore } from '../../platform/files/store.ts';
import { ArchiveWriter, type Manifest } from './archive.ts';
import * as queries from './backup.queries.ts';
import type { SealedSecret } from './sealed-secret.ts';

interface Source {
  connection: pg.ClientConfig;
  /** Without a store, the backup has the tables only. */
  files?: Pick<FileStore, 'read'>;
  now: () => Date;
  secret?: SealedSecret;
}

export const partPath = {
  table: (name: string) => `tables/${name}`,
  file: (key: string) => `files/${key}`,
};

/**
 * Writes everything that a site stores into one file, whether the site runs or not: a snapshot of its tables, and every
 * file that a row of the snapshot refers to (files are written before their rows and outlive them by a day, those that no
 * answer has named by an hour). Returns the manifest and a sentence for each file that is missing or damaged. Throws when
 * `file` exists.
 */
export async function createBackup(
  { connection, files, now, secret }: Source,
  file: string,
): Promise<{ manifest: Manifest; problems: string[] }> {
  const archive = await ArchiveWriter.create(file);
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await queries.beginSnapshot(client);
    const manifest: Manifest = {
      format: 1,
      madeAt: now().toISOString(),
      migrations: await queries.listMigrations(client),
      ...(secret && { secret }),
      tables: [],
      files: [],
    };
    const problems: string[] = [];
    const tables = await queries.selectTableNames(client);
    // Vectors are made again from the applications.
    for (const table of tables.filter(({ name }) => name !== 'profile_vectors'))
      manifest.tables.push({
        ...table,
        ...(await archive.add(partPath.table(table.name), queries.copyTableOut(client, table))),
      });
    for (const { key, sha256 } of files ? await queries.listFileRows(client) : []) {
      const content = await files!.read(key).catch((error: Error) => error);
      if (content instanceof Error) {
        problems.push(`The file ${key} cannot be read: ${content.message}`);
        continue;
      }
      // PDFs and pictures are compressed already.
      const added = await archive.add(partPath.file(key), content, { compress: false });
      manifest.files.push({ key, ...added });
      if (added.sha256 !== sha256) problems.push(`The file ${key} is not what was uploaded.`);
    }
    await archive.finish(manifest);
    return { manifest, problems };
  } catch (error) {
    await archive.abort();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

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
