import { createMigration } from './create-migration.ts';

/** Creates the projects of teams and of single participants. */
export const up = createMigration([
  `create table projects (
    id uuid primary key default gen_random_uuid(),
    team_id uuid unique references teams on delete set null,
    user_id uuid unique references users on delete set null,
    team_name text,
    source text unique,
    track text not null,
    title text not null check (char_length(title) <= 80),
    tagline text not null check (char_length(tagline) <= 140),
    description text not null check (char_length(description) <= 10000),
    repository text not null,
    demo text not null,
    video text not null,
    tags text[] not null,
    prizes text[] not null,
    started_on date,
    version int not null default 1,
    submitted_at timestamptz,
    late boolean not null default false,
    hidden_at timestamptz,
    updated_at timestamptz not null,
    check (team_id is null or user_id is null),
    check (submitted_at is null or (title <> '' and tagline <> ''))
  )`,
]);
