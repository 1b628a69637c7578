import { createMigration } from './create-migration.ts';

/** Gives imported projects tables, and tables areas. */
export const up = createMigration([
  // A project that was imported has no team of this site.
  `alter table demo_tables add column project_id uuid unique references projects on delete set null,
    add column area text`,
  // Whether those who built it need power at their table.
  'alter table projects add column needs_power boolean not null default false',
]);
