import { createMigration } from './create-migration.ts';

/** Counts what is limited for every copy of the program together. Lost in a crash of the database, which is harmless. */
export const up = createMigration([
  `create unlogged table rate_limits (
    key text primary key,
    count int not null,
    ends_at timestamptz not null
  )`,
  `create index on rate_limits (ends_at)`,
]);
