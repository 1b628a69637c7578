import { createMigration } from './create-migration.ts';

/** Adds the judges' comments and the check-in stations. */
export const up = createMigration([
  // Beside the append-only scores, because what judges write may name people and is deleted with them.
  `create table score_comments (
    score_id bigint primary key references scores,
    comment text not null check (char_length(comment) between 1 and 500)
  )`,
  // What each scanning device last said of itself.
  `create table stations (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    checkpoint text not null,
    waiting int not null check (waiting >= 0),
    troubled int not null check (troubled >= 0),
    seen_at timestamptz not null
  )`,
  'create index on stations (seen_at)',
]);
