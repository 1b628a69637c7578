import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { agreeOnSettings, type SharedSettings } from './agreed-settings.ts';
import { type DatabaseServer, type DatabaseSettings, startServer } from './database-server.ts';
import { listPendingMigrations } from './migrate.ts';
import { type Db, openDatabase } from './open.ts';
import { acquireSiteLock, isSiteLocked, type SiteLock, withStartLock } from './site-lock.ts';
import { upgradeSchema, withMaintenancePool } from './upgrade.ts';

export type Site = {
  db: Db;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  /** As the role that owns the tables. */
  owner: pg.ClientConfig;
  /** Closes the pool, and stops the built-in server when no other program uses it. */
  close(): Promise<void>;
};

type Options = {
  log: (line: string) => void;
  /** Called when the running site must stop: another one has locked the database. */
  onLost?: () => void;
  /** How long to wait for an external server, in milliseconds. */
  timeout?: number;
  /** What all instances must have the same. */
  settings?: SharedSettings;
  /** Writes a backup of the database before these migrations. */
  backUp?: (owner: pg.ClientConfig, pending: string[]) => Promise<void>;
};

/**
 * Opens the database for the running site: the server is started or reached, locked, backed up and migrated when its
 * schema is older. Throws sentences for the operator, for example when another site uses the data folder, or runs with
 * other settings.
 */
export async function openSite(settings: DatabaseSettings, options: Options): Promise<Site> {
  const server = await startServer(settings, options);
  let lock: SiteLock | undefined;
  const close = async () => {
    await lock?.release();
    await server.stop();
  };
  return withStartLock(server.connection, options.log, async () => {
    lock = await acquireSiteLock({
      connection: server.connection,
      exclusive: !settings.databaseUrl,
      revive: server.revive,
      onLost: options.onLost ?? (() => undefined),
      log: options.log,
    });
    if (!lock)
      throw new Error(
        settings.databaseUrl
          ? 'This database is being restored from a backup, or upgraded. Start the site when that is done.'
          : `The data folder ${settings.dataDir} is in use by another running instance of the site. Stop that one first, or set DATA_DIR.`,
      );
    await upgradeAlone(server, lock, settings, options);
    const site = openPool(server, settings, options.log, close);
    const { hasOthers } = lock;
    if (options.settings)
      await agreeOnSettings(site.db, options.settings, hasOthers).catch(async (error) => {
        await site.db.destroy();
        throw error;
      });
    return site;
  }).catch(async (error) => {
    // Without the lock, the server is another program's.
    if (lock) await close().catch(() => undefined);
    throw error;
  });
}

/** Migrates an older schema after a backup, while no other instance runs. */
async function upgradeAlone(
  server: DatabaseServer,
  lock: SiteLock,
  { migratesBesideInstances }: DatabaseSettings,
  { log, backUp }: Options,
): Promise<void> {
  await upgradeSchema(server, log, async (pending, apply) => {
    const upgrade = async () => {
      await backUp?.(server.owner, pending);
      await apply();
    };
    if (migratesBesideInstances) return upgrade();
    if (!(await lock.runAlone(upgrade)))
      throw new Error(
        `Another instance of the site runs on this database with an older version, which would break when this one migrates it (${pending.join(', ')}). Stop the other instances first. To migrate beside them, set MIGRATE_BESIDE_RUNNING_COPIES=yes: they then say at /readyz that they are not ready.`,
      );
  });
}

/**
 * Opens the database for one command alone, as the role that owns the tables, without migrating it: no site can run
 * meanwhile. Throws sentences for the operator, for example when the site runs.
 */
export async function openSiteExclusively(
  settings: DatabaseSettings,
  { log, timeout }: Options,
): Promise<Pick<Site, 'connection' | 'close'>> {
  const server = await startServer(settings, { log, timeout });
  const lost = () => log('Another program has locked the database.');
  const { connection, revive } = server;
  const lock = await acquireSiteLock({ connection, exclusive: true, revive, onLost: lost, log });
  const close = async () => {
    await lock?.release();
    if (server.started) await server.stop();
  };
  if (lock) {
    return { connection: server.owner, close };
  }
  throw new Error('The site is running on this database. Stop it first.');
}

/**
 * Opens the database for a command, whether the site runs or not. A command never migrates a database that is in use by an
 * older version: without `anySchema`, it throws a sentence then.
 */
export async function openRunningSite(
  settings: DatabaseSettings,
  options: Options & { anySchema?: boolean },
): Promise<Site> {
  const server = await startServer(settings, options);
  const close = async () => {
    if (server.started && !(await isSiteLocked(server.connection))) await server.stop();
  };
  try {
    const pending = await withMaintenancePool(server.owner, ({ db }) => listPendingMigrations(db));
    if (pending.length === 0)
      await withStartLock(server.connection, options.log, () => upgradeSchema(server, options.log));
    else if (!options.anySchema)
      throw new Error(
        `This database belongs to an older version of the program (${pending.join(', ')} not applied). Start the site with this version first, or run the command with the older one.`,
      );
    return openPool(server, settings, options.log, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function openPool(
  { connection, owner }: DatabaseServer,
  { databasePool }: DatabaseSettings,
  log: Options['log'],
  close: () => Promise<void>,
): Site {
  let closing: Promise<void> | undefined;
  const { db, pool } = openDatabase(connection, {
    ...(databasePool && { max: databasePool }),
    onError: (error) => closing ?? log(`A database connection was lost: ${error.message}`),
  });
  const closeAll = async () => {
    await Promise.race([db.destroy(), pause(1000)]);
    await close();
  };
  return {
    db,
    pool,
    connection,
    owner,
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
