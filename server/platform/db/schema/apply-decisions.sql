-- What organizers decide about applications: reviews, decisions, places and the waitlist.

-- Decisions that applicants are not told yet. Apart from `applications`, because what a person is shown, and their
-- export, reads that table only.
create table held_decisions (
  application_id uuid primary key references applications on delete cascade,
  status text not null check (status in ('approved', 'rejected')),
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null
);
create index on held_decisions (decided_by) where decided_by is not null;

-- What restores the state before a decision.
create table undoable_decisions (
  application_id uuid primary key references applications on delete cascade,
  mail_id uuid unique references mails on delete set null,
  until timestamptz not null,
  previous jsonb not null
);

-- Offers of limited places. An approved person without a row has a place that is held without end.
create table places (
  application_id uuid primary key references applications on delete cascade,
  held_until timestamptz,
  remind_at timestamptz,
  lapsed_at timestamptz,
  beyond_capacity boolean not null default false
);
create index on places (held_until) where lapsed_at is null;

create table waitlist (
  application_id uuid primary key references applications on delete cascade,
  since timestamptz not null,
  position integer,
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null
);
create index on waitlist (decided_by) where decided_by is not null;

-- Organizers' ratings and notes. A review outlives the account of the organizer who wrote it, without their name.
create table reviews (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications on delete cascade,
  user_id uuid references users on delete set null,
  rating smallint check (rating between 1 and 5),
  note text not null default '',
  updated_at timestamptz not null default now(),
  unique (application_id, user_id)
);
create index on reviews (user_id) where user_id is not null;

-- Which organizer reviews which application, until it is done or given back.
create table review_claims (
  application_id uuid primary key references applications on delete cascade,
  user_id uuid not null references users on delete cascade
);
create index on review_claims (user_id);

-- What the team writes about an application. A note outlives its writer's account; a mention ends once it is read.
create table application_notes (
  id uuid primary key,
  application_id uuid not null references applications on delete cascade,
  user_id uuid references users on delete set null,
  text text not null check (text <> ''),
  at timestamptz not null
);
create index on application_notes (application_id, at);
create index on application_notes (user_id) where user_id is not null;

create table note_mentions (
  note_id uuid not null references application_notes on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (user_id, note_id)
);
create index on note_mentions (note_id);
