import { createMigration } from './create-migration.ts';

/** Creates judges with their own sessions, numbered tables, and append-only scores. */
export const up = createMigration([
  `create table judges (
    id uuid primary key default gen_random_uuid(),
    position int generated always as identity,
    username text not null unique,
    name text not null unique,
    password_hash text not null,
    track text check (track in ('hacker', 'startup')),
    removed_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create table judge_sessions (
    token_hash bytea primary key,
    judge_id uuid not null references judges on delete cascade,
    created_at timestamptz not null
  )`,
  'create index on judge_sessions (judge_id)',
  // Bound to the password that opened it: changing the password ends it.
  `create table review_sessions (
    token_hash bytea primary key,
    password_mark bytea not null,
    created_at timestamptz not null
  )`,
  `create table demo_tables (
    number int primary key check (number between 1 and 100000),
    name text not null,
    track text not null check (track in ('hacker', 'startup')),
    team_id uuid unique references teams on delete set null,
    user_id uuid unique references users on delete set null
  )`,
  `create table table_visits (
    judge_id uuid not null references judges on delete cascade,
    track text not null check (track in ('hacker', 'startup')),
    team_number int not null,
    state text not null check (state in ('going', 'absent', 'busy', 'conflict')),
    at timestamptz not null,
    primary key (judge_id, track, team_number)
  )`,
  // The total in whole tenths by the weights in force, null unless every criterion has a whole score from 0 to 10.
  `create function score_total(scores jsonb, weights jsonb) returns numeric language sql immutable as $$
    select case
      when count(*) = (select count(*) from jsonb_object_keys(scores))
        and bool_and(coalesce(scores ->> w.key ~ '^([0-9]|10)$', false))
        and sum(w.value::int) = 100
      then sum(case when scores ->> w.key ~ '^([0-9]|10)$' then (scores ->> w.key)::int * w.value::int end) / 10.0
    end
    from jsonb_each_text(weights) as w
  $$`,
  `create function are_marks(marks jsonb) returns boolean language sql immutable as $$
    select count(*) > 0 and bool_and(value ~ '^([0-9]|10)$') from jsonb_each_text(marks)
  $$`,
  `create table scores (
    id bigint generated always as identity primary key,
    judge_id uuid not null references judges,
    judge_name text not null,
    idempotency_key uuid not null,
    body_hash bytea not null,
    team_name text not null check (char_length(team_name) between 1 and 100),
    team_number int not null check (team_number between 1 and 100000),
    track text not null check (track in ('hacker', 'startup')),
    scores jsonb not null,
    weights jsonb not null,
    weighted_total numeric(4,1) not null check (coalesce(score_total(scores, weights), -1) = weighted_total),
    special_categories jsonb
      check (special_categories is null or (track = 'hacker' and are_marks(special_categories))),
    created_at timestamptz not null,
    unique (judge_id, idempotency_key)
  )`,
  'create index on scores (judge_id, id)',
  `create function scores_stay() returns trigger language plpgsql as $$
    begin
      raise exception 'scores are never changed or removed';
    end $$`,
  `create trigger append_only before update or delete on scores
    for each row execute function scores_stay()`,
]);
