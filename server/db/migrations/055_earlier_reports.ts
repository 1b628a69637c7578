import { createMigration } from './create-migration.ts';

/** Counts the reports of a project that gave way to newer ones. */
export const up = createMigration(['alter table projects add column earlier_reports int not null default 0']);
