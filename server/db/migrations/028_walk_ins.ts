import { createMigration } from './create-migration.ts';

/** Adds people who register at the entrance. */
export const up = createMigration([
  // What somebody typed at the entrance; emptied when they are admitted, because the account and the application have it.
  `create table walk_ins (
    id uuid primary key,
    name text not null,
    email text not null,
    t_shirt_size text not null,
    dietary_restrictions text not null,
    track text not null,
    created_at timestamptz not null,
    user_id uuid references users on delete cascade,
    check (user_id is null or (name = '' and email = ''))
  )`,
  'create index on walk_ins (user_id)',
  'create index on walk_ins (email) where user_id is null',
]);
