import { createMigration } from './create-migration.ts';

/** Records the mails that were given up, and why. */
export const up = createMigration([
  `alter table mails add column failed_at timestamptz, add column failure text,
    add check (failed_at is null or sent_at is null)`,
  `create index on mails (failed_at) where failed_at is not null`,
]);
