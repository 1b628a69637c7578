import { createMigration } from './create-migration.ts';

/** Adds the state of a check-in that repeats another, both with a verified pass. */
export const up = createMigration([
  'alter table check_ins drop constraint check_ins_state_check',
  `alter table check_ins add constraint check_ins_state_check
    check (state in ('admitted', 'conflict', 'undone', 'duplicate'))`,
]);
