import { createMigration } from './create-migration.ts';

/** Lets organizers retire tables, email their numbers and void scores. */
export const up = createMigration([
  // A retired table keeps its number; nobody is sent there.
  'alter table demo_tables add column retired_at timestamptz, add column emailed_at timestamptz',
  // A voided score stays in `scores`. The reason is in the audit, where it is deleted with the persons it names.
  `create table voided_scores (
    score_id bigint primary key references scores,
    voided_by uuid references users on delete set null,
    voided_at timestamptz not null
  )`,
]);
