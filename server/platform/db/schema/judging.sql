-- Judges, tables and scores.

create table judges (
  id uuid primary key default gen_random_uuid(),
  position int generated always as identity,
  username text not null unique,
  name text not null unique,
  password_hash text not null,
  track text check (track in ('hacker', 'startup')),
  -- The prize that somebody judges instead of a track.
  prize text,
  -- Results show the present name, so they change with it.
  renames int not null default 0,
  removed_at timestamptz,
  created_at timestamptz not null default now()
);

create table judge_sessions (
  token_hash bytea primary key,
  judge_id uuid not null references judges on delete cascade,
  -- How many scores wait on the device, as it last reported.
  waiting int not null default 0,
  created_at timestamptz not null
);
create index on judge_sessions (judge_id);

-- Sessions of those who know the results' password. Bound to the password that opened it: changing that ends it.
create table review_sessions (
  token_hash bytea primary key,
  password_mark bytea not null,
  created_at timestamptz not null
);

create table demo_tables (
  number int primary key check (number between 1 and 100000),
  name text not null,
  track text not null check (track in ('hacker', 'startup')),
  team_id uuid unique references teams on delete set null,
  user_id uuid unique references users on delete set null,
  -- An imported project, which has no team of this site.
  project_id uuid unique references projects on delete set null,
  area text,
  former_numbers integer[] not null default '{}',
  -- A retired table keeps its number; nobody is sent there.
  retired_at timestamptz,
  emailed_at timestamptz
);

-- Who is at which table, retired ones included: the members of its team, or the person whose it is.
create view people_at_tables as
  select m.user_id, d.number, d.team_id, d.retired_at from demo_tables d join team_members m using (team_id)
  union all
  select user_id, number, null, retired_at from demo_tables where user_id is not null;

-- The table that somebody has: the team's before their own.
create view person_tables as
  select distinct on (user_id) user_id, number from people_at_tables where retired_at is null
  order by user_id, team_id nulls last;

-- The table of each project, retired ones included.
create view project_tables as
  select p.id as project_id, d.number, d.retired_at
  from projects p join demo_tables d on d.team_id = p.team_id or d.user_id = p.user_id or d.project_id = p.id;

create table table_visits (
  judge_id uuid not null references judges on delete cascade,
  track text not null check (track in ('hacker', 'startup')),
  team_number int not null,
  state text not null check (state in ('going', 'absent', 'busy', 'conflict')),
  at timestamptz not null,
  -- Set when a judge of a prize was there.
  prize text,
  primary key (judge_id, track, team_number)
);

-- The total in whole tenths by the weights in force, null unless every criterion has a whole score from 0 to 10.
create function score_total(scores jsonb, weights jsonb) returns numeric language sql immutable as $$
  select case
    when count(*) = (select count(*) from jsonb_object_keys(scores))
      and bool_and(coalesce(scores ->> w.key ~ '^([0-9]|10)$', false))
      and sum(w.value::int) = 100
    then sum(case when scores ->> w.key ~ '^([0-9]|10)$' then (scores ->> w.key)::int * w.value::int end) / 10.0
  end
  from jsonb_each_text(weights) as w
$$;

create function are_marks(marks jsonb) returns boolean language sql immutable as $$
  select count(*) > 0 and bool_and(value ~ '^([0-9]|10)$') from jsonb_each_text(marks)
$$;

-- Append-only: a score may lose the name of its team, and nothing else.
create table scores (
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
  -- The prize that is judged instead of the track.
  prize text,
  unique (judge_id, idempotency_key),
  check (prize is null or special_categories is null)
);
create index on scores (judge_id, id);

-- The old name must be the new one with anything in the place of "a deleted account" or "a former member".
create function scores_stay() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      if to_jsonb(new) - 'team_name' = to_jsonb(old) - 'team_name' and (
        new.team_name = 'Table ' || old.team_number or old.team_name like regexp_replace(
          regexp_replace(new.team_name, '([\\%_])', '\\\1', 'g'), 'a deleted account|a former member', '%', 'g')
      ) then return new; end if;
    end if;
    raise exception 'scores are never changed or removed';
  end $$;
create trigger append_only before update or delete on scores for each row execute function scores_stay();

-- Beside the append-only scores, because what judges write may name people and is deleted with them.
create table score_comments (
  score_id bigint primary key references scores,
  comment text not null check (char_length(comment) between 1 and 500)
);

-- A voided score stays in `scores`.
create table voided_scores (
  score_id bigint primary key references scores,
  voided_by uuid references users on delete set null,
  voided_at timestamptz not null,
  reason text
);

-- Which scores an organizer stored for a judge: from paper, or moved from another table.
create table entered_scores (
  score_id bigint primary key references scores,
  entered_by uuid references users on delete set null,
  is_paper boolean not null,
  moved_from int,
  check (is_paper or moved_from is not null)
);

-- What organizers decided about the winners of each group; locked with what the show plays and publishing shows.
create table result_decisions (
  group_key text primary key,
  revision int not null check (revision > 0),
  decision jsonb not null,
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null,
  locked_by uuid references users on delete set null,
  locked_at timestamptz,
  -- Beside each other: the ranking by the scores when it was locked, and the winners.
  ranking jsonb,
  winners jsonb,
  check ((locked_at is null) = (winners is null) and (winners is null) = (ranking is null)),
  check (locked_at is not null or locked_by is null)
);
