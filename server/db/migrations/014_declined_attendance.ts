import { createMigration } from './create-migration.ts';

/** Stores that somebody will not come, apart from those who have not answered. */
export const up = createMigration([
  `alter table applications
    add column attendance_declined boolean not null default false,
    add check (not (attendance_declined and (attendance_confirmed or status <> 'approved')))`,
]);
