import { createMigration } from './create-migration.ts';

/** Adds the role of volunteers. */
export const up = createMigration([
  `alter table users drop constraint users_role_check`,
  `alter table users add constraint users_role_check
    check (role in ('hacker', 'volunteer', 'admin'))`,
]);
