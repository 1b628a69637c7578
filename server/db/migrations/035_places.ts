import { createMigration } from './create-migration.ts';

/** Creates the offers of limited places, and the waitlist for them. */
export const up = createMigration([
  // An approved person without a row has a place that is held without end.
  `create table places (
    application_id uuid primary key references applications on delete cascade,
    held_until timestamptz,
    remind_at timestamptz,
    lapsed_at timestamptz
  )`,
  `create table waitlist (
    application_id uuid primary key references applications on delete cascade,
    since timestamptz not null,
    position integer,
    decided_by uuid references users on delete set null,
    decided_at timestamptz not null
  )`,
  'create index on waitlist (decided_by) where decided_by is not null',
  'create index on places (held_until) where lapsed_at is null',
]);
