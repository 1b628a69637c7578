import { createMigration } from './create-migration.ts';

/** Says whose name stands in an email to somebody else, so that it goes when that account goes. */
export const up = createMigration([
  `alter table mails add column about_id uuid references users on delete cascade`,
  `create index on mails (about_id) where about_id is not null`,
]);
