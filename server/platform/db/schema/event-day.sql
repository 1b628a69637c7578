-- Check-ins, the devices that scan, shifts, walk-ins, announcements, requests for help, and lending.

create table check_ins (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  checkpoint text not null,
  -- The idempotency key of the scan.
  key uuid not null unique,
  -- `conflict` is a second admission by an offline station, which an organizer resolves. `duplicate` is a second scan of a
  -- verified pass: it stays in the log and counts for nothing.
  state text not null check (state in ('admitted', 'conflict', 'undone', 'duplicate')),
  pass_verified boolean not null,
  checked_in_at timestamptz not null default clock_timestamp(),
  checked_in_by uuid references users on delete set null,
  undone_at timestamptz,
  undone_by uuid references users on delete set null,
  undo_reason text,
  check ((state = 'undone') = (undone_at is not null))
);
create unique index admitted_once on check_ins (user_id, checkpoint) where state = 'admitted';
create index on check_ins (checkpoint, checked_in_at desc);
create index on check_ins (checked_in_by, checked_in_at);

-- Who is checked in where: the check-ins in force, one for each person and checkpoint.
create view checked_in as
  select id, user_id, checkpoint, key, pass_verified, checked_in_at, checked_in_by
  from check_ins where state = 'admitted';

-- Refused scans. A station sends each with a key, so that a repeat is not counted again.
create table check_in_attempts (
  id bigint generated always as identity primary key,
  user_id uuid references users on delete cascade,
  checkpoint text not null,
  reason text not null,
  by_user_id uuid references users on delete set null,
  key uuid,
  at timestamptz not null default clock_timestamp(),
  -- What a volunteer wrote about somebody who needs an organizer.
  note text
);
create unique index attempt_once on check_in_attempts (key, reason);
create index on check_in_attempts (checkpoint, at desc);

-- What each scanning device last said of itself.
create table stations (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  checkpoint text not null,
  waiting int not null check (waiting >= 0),
  troubled int not null check (troubled >= 0),
  seen_at timestamptz not null
);
create index on stations (seen_at);

-- What somebody typed at the entrance; emptied when they are admitted, because the account and the application have it.
create table walk_ins (
  id uuid primary key,
  name text not null,
  email text not null,
  t_shirt_size text not null,
  dietary_restrictions text not null,
  track text not null,
  created_at timestamptz not null,
  user_id uuid references users on delete cascade,
  check (user_id is null or (name = '' and email = ''))
);
create index on walk_ins (user_id);
create index on walk_ins (email) where user_id is null;

-- Shifts of volunteers who scanned a code, whose accounts have a name and nothing else.
create table shifts (
  user_id uuid primary key references users on delete cascade,
  checkpoint text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);

create table announcements (
  id uuid primary key default gen_random_uuid(),
  key uuid not null unique,
  subject text not null,
  text text not null,
  segment jsonb not null,
  email boolean not null,
  about_place boolean not null,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null,
  -- Of one that is written before it is sent.
  send_at timestamptz,
  waits boolean not null default false,
  check (send_at is not null or not waits)
);

-- A row for each receiver from the first moment on: its state changes in the transaction that queues the mail.
create table announcement_receivers (
  announcement_id uuid not null references announcements on delete cascade,
  user_id uuid not null references users on delete cascade,
  state text not null check (state in ('none', 'waiting', 'queued', 'unsubscribed', 'noAddress')),
  mail_id uuid references mails on delete set null,
  primary key (announcement_id, user_id),
  check (mail_id is null or state = 'queued')
);
create index on announcement_receivers (user_id);
create unique index on announcement_receivers (mail_id) where mail_id is not null;
create index on announcement_receivers (announcement_id) where state = 'waiting';

-- Who wants no emails with announcements.
create table unsubscribed (
  user_id uuid primary key references users on delete cascade,
  at timestamptz not null default now()
);

-- What of each announcement goes to people's devices.
create table announcement_pushes (
  id uuid primary key default gen_random_uuid(),
  announcement_id uuid not null,
  user_id uuid not null,
  subscription_id uuid references push_subscriptions on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'failed')),
  tries integer not null default 0,
  next_at timestamptz not null,
  unique (announcement_id, subscription_id),
  foreign key (announcement_id, user_id) references announcement_receivers on delete cascade
);
create index on announcement_pushes (announcement_id, user_id);
create index on announcement_pushes (subscription_id);
create index on announcement_pushes (next_at) where state = 'waiting';

-- Mentors, and what participants ask them. The requests of a mentor who is removed wait again.
create table mentors (
  user_id uuid primary key references users on delete cascade,
  topics text[] not null default '{}',
  on_duty boolean not null default false
);

create table help_requests (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  topic text not null,
  text text not null,
  location text not null,
  wanted_id uuid references mentors on delete set null,
  mentor_id uuid references mentors on delete set null,
  note text not null default '',
  called boolean not null default false,
  created_at timestamptz not null,
  claimed_at timestamptz,
  ended text check (ended in ('solved', 'cancelled')),
  state text not null generated always as
    (coalesce(ended, case when mentor_id is null then 'waiting' else 'claimed' end)) stored,
  rating smallint check (rating between 1 and 5),
  check (rating is null or state = 'solved')
);
create unique index help_requests_open on help_requests (user_id) where ended is null;
create index on help_requests (user_id);
create index on help_requests (wanted_id) where wanted_id is not null;
create index on help_requests (mentor_id) where mentor_id is not null;

-- Every time that a thing was handed out to somebody, or came in (without a user). Whoever is in the last scan of a thing has
-- it: so one person at most, in whatever order stations send what they scanned without a network.
create table loan_scans (
  id uuid primary key,
  thing text not null,
  user_id uuid references users on delete cascade,
  at timestamptz not null,
  by uuid references users on delete set null
);
create index on loan_scans (thing, at desc, id);
create index on loan_scans (user_id) where user_id is not null;
create index on loan_scans (by) where by is not null;

create table thing_reservations (
  thing text primary key,
  user_id uuid not null unique references users on delete cascade,
  until timestamptz not null
);
