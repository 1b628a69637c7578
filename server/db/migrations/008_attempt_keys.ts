import { createMigration } from './create-migration.ts';

/** Adds the key under which a station sends a refused scan, so that a repeat is not counted again. */
export const up = createMigration([
  `alter table check_in_attempts add column key uuid`,
  `create unique index attempt_once on check_in_attempts (key, reason)`,
  `create index on check_in_attempts (checkpoint, at desc)`,
]);
