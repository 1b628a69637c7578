import { createMigration } from './create-migration.ts';

/** Creates organizers' ratings and notes, and which organizer reviews which application now. */
export const up = createMigration([
  // A review outlives the account of the organizer who wrote it, without their name.
  `create table reviews (
    id uuid primary key default gen_random_uuid(),
    application_id uuid not null references applications on delete cascade,
    user_id uuid references users on delete set null,
    rating smallint check (rating between 1 and 5),
    note text not null default '',
    updated_at timestamptz not null default now(),
    unique (application_id, user_id)
  )`,
  'create index on reviews (user_id) where user_id is not null',
  `create table review_claims (
    application_id uuid primary key references applications on delete cascade,
    user_id uuid not null references users on delete cascade,
    until timestamptz not null
  )`,
  'create index on review_claims (user_id)',
]);
