import { createMigration } from './create-migration.ts';

/** Distinguishes mailed codes, which are limited, from those of the command line. */
export const up = createMigration([
  `alter table email_codes add column mailed boolean not null default true`,
]);
