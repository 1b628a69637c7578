import { createMigration } from './create-migration.ts';

/** Creates the attempts counted by the limits on guessing invite codes, creating teams and asking to join. */
export const up = createMigration([
  `create table team_attempts (
    id bigint generated always as identity primary key,
    user_id uuid not null references users on delete cascade,
    kind text not null,
    at timestamptz not null
  )`,
  'create index on team_attempts (user_id, kind, at desc)',
]);
