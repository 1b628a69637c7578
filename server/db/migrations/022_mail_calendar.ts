import { createMigration } from './create-migration.ts';

/** Says which emails have the schedule attached as a calendar file. */
export const up = createMigration([
  `alter table mails add column with_calendar boolean not null default false`,
]);
