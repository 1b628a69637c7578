import { createMigration } from './create-migration.ts';

/** Creates the guardians of people who are too young to take part on their own. */
export const up = createMigration([
  `create table guardians (
    user_id uuid primary key references users on delete cascade,
    email text not null,
    link_id text not null,
    token_hash bytea not null unique,
    expires_at timestamptz not null,
    sent_at timestamptz not null,
    confirmed_at timestamptz
  )`,
]);
