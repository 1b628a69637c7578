import { createMigration } from './create-migration.ts';

/** Counts how often a judge was renamed: results show the present name, so they change with it. */
export const up = createMigration([`alter table judges add column renames int not null default 0`]);
