-- Teams, requests to join them, and the directory of teams and of people without one.

create table teams (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  max_members int not null check (max_members between 2 and 4),
  invite_code text not null unique check (invite_code ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
  creator_id uuid not null,
  -- Whom the team looks for.
  need text not null default '',
  -- A later deadline for the team's project.
  project_deadline timestamptz,
  created_at timestamptz not null default now()
);

create table team_members (
  user_id uuid primary key references users on delete cascade,
  team_id uuid not null references teams on delete cascade,
  -- Numbered, so that even concurrent joins cannot exceed four.
  slot smallint not null check (slot between 1 and 4),
  joined_at timestamptz not null default clock_timestamp(),
  unique (team_id, slot),
  unique (team_id, user_id)
);
alter table teams add constraint leader_is_a_member foreign key (id, creator_id)
  references team_members (team_id, user_id) deferrable initially deferred;

create table join_requests (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  requester_id uuid not null references users on delete cascade,
  message text not null default '',
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'cancelled', 'closed')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
create unique index one_pending_request on join_requests (requester_id, team_id) where status = 'pending';
create index on join_requests (team_id, status);

-- What people without a team say about themselves. A card goes when its person is in a team, withdraws or deletes the
-- account, and its invites go with it.
create table team_cards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  skills text not null,
  about text not null,
  updated_at timestamptz not null default now()
);

create table team_invites (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  card_id uuid not null references team_cards on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'declined')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (card_id, team_id)
);
create index on team_invites (team_id);

-- What the limits on guessing invite codes, creating teams and asking to join count.
create table team_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  at timestamptz not null
);
create index on team_attempts (user_id, kind, at desc);
