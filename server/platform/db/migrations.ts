import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Migration } from 'kysely/migration';

const folder = join(import.meta.dirname, 'migrations');
const files = readdirSync(folder).sort();

/** The migrations of this program, which are the files of `migrations/`, in their order. A released one is never changed. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(
    files.map(async (file) => [file.replace('.ts', ''), await import(`./migrations/${file}`)]),
  ),
);
