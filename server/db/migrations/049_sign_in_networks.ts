import { createMigration } from './create-migration.ts';

/** Stores which network asked for a sign-in code, as a keyed hash: the limits on emails count it. */
export const up = createMigration([`alter table email_codes add column network bytea`]);
