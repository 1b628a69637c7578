import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { migrate, refusePredecessor, withMaintenancePool } from '../../platform/db/schema.ts';
import { agreedSettingsKey } from '../../platform/db/settings.ts';
import { discardStagedFile, stageFile } from '../../platform/files/staging.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { ArchiveReader, type Manifest } from './archive.ts';
import * as queries from './backup.queries.ts';
import { partPath } from './backup.service.ts';

/**
 * Returns the mark of the secret that the site of a backup had, unless that was never started, and the secret itself if the
 * backup carries it.
 */
export async function readBackupSecret(file: string) {
  const archive = await ArchiveReader.open(file);
  try {
    const { tables, secret: sealed } = archive.manifest;
    const settings = tables.find(({ name }) => name === 'settings');
    const rows = settings && (await archive.read(partPath.table('settings'), settings, text));
    const agreed = rows?.split('\n').find((row) => row.split('\t').includes(agreedSettingsKey));
    return { mark: /"secret": ?"([\da-f]{16})"/.exec(agreed ?? '')?.[1], sealed };
  } finally {
    archive.close();
  }
}

interface Target {
  connection: pg.ClientConfig;
  files: Pick<FileStore, 'keep'>;
  dataDir: string;
}

/**
 * Restores a backup into an empty site: files first, then all rows in one transaction, so that a restore that fails or is
 * killed leaves the site empty. An older backup is migrated afterwards. Throws sentences for the operator when the file is
 * not a complete backup or from a newer program, or when the site is not empty.
 */
export async function restoreBackup(target: Target, file: string): Promise<Manifest> {
  const archive = await ArchiveReader.open(file);
  const client = new pg.Client(target.connection);
  client.on('error', () => undefined);
  try {
    const { manifest } = archive;
    refusePredecessor(manifest.migrations, 'This backup');
    await withMaintenancePool(target.connection, (pool) => migrate(pool, manifest.migrations.at(-1)));
    await client.connect();
    if ((await queries.listMigrations(client)).join() !== manifest.migrations.join())
      throw new Error(
        'This database and the backup have different versions. Restore into a new, empty database, with the version that made the backup or a newer one.',
      );
    if (await queries.hasUsers(client))
      throw new Error('This site has accounts already. A backup can only be restored into an empty site.');
    for (const { key, ...expected } of manifest.files)
      await archive.read(partPath.file(key), expected, async (content) => {
        const staged = await stageFile(target.dataDir, content);
        await target.files.keep(staged, key).finally(() => discardStagedFile(staged));
      });
    await queries.beginImport(client, await queries.selectTableNames(client));
    for (const { name, columns, ...expected } of manifest.tables)
      await archive.read(partPath.table(name), expected, (content) =>
        pipeline(content, queries.copyTableIn(client, { name, columns })),
      );
    await queries.commitImport(client, manifest.tables);
    await withMaintenancePool(target.connection, (pool) => migrate(pool));
    return manifest;
  } finally {
    archive.close();
    await client.end().catch(() => undefined);
  }
}
