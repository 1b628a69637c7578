import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from 'kysely/migration';

const folder = join(import.meta.dirname, 'migrations');

const load = async (file: string): Promise<[name: string, migration: Migration]> => [
  file.replace('.ts', ''),
  await import(pathToFileURL(join(folder, file)).href),
];

/** The migrations of this program, which are the files of `migrations/`, in their order. A released one is never changed. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(readdirSync(folder).sort().map(load)),
);
