import { createMigration } from './create-migration.ts';

/** Adds what a team says it needs, the cards of people without a team, and the invites to them. */
export const up = createMigration([
  `alter table teams add column need text not null default ''`,
  // A card goes when its person is in a team, withdraws or deletes the account, and its invites go with it.
  `create table team_cards (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null unique references users on delete cascade,
    skills text not null,
    about text not null,
    updated_at timestamptz not null default now()
  )`,
  `create table team_invites (
    id uuid primary key default gen_random_uuid(),
    team_id uuid not null references teams on delete cascade,
    card_id uuid not null references team_cards on delete cascade,
    status text not null default 'pending' check (status in ('pending', 'declined')),
    created_at timestamptz not null default now(),
    decided_at timestamptz,
    unique (card_id, team_id)
  )`,
  'create index on team_invites (team_id)',
]);
