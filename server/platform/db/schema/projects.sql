-- The projects of teams and of single participants, and imported ones, which have neither.

create table projects (
  id uuid primary key default gen_random_uuid(),
  team_id uuid unique references teams on delete set null,
  user_id uuid unique references users on delete set null,
  team_name text,
  -- Where an imported project comes from.
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
  -- Whether it needs power at its table.
  needs_power boolean not null default false,
  version int not null default 1,
  submitted_at timestamptz,
  late boolean not null default false,
  hidden_at timestamptz,
  -- How many reports of the project gave way to newer ones.
  earlier_reports int not null default 0,
  updated_at timestamptz not null,
  check (team_id is null or user_id is null),
  check (submitted_at is null or (title <> '' and tagline <> ''))
);
alter table files add foreign key (project_id) references projects on delete cascade;

-- Each picture is two files.
create table project_pictures (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  picture_file_id uuid not null unique references files on delete cascade,
  thumbnail_file_id uuid not null unique references files on delete cascade,
  place int not null check (place between 0 and 4),
  alternative_text text not null check (char_length(alternative_text) <= 200),
  width int not null check (width > 0),
  height int not null check (height > 0),
  unique (project_id, place) deferrable initially deferred
);

-- What visitors of the gallery report to the organizers. Nothing about whoever reports is stored.
create table project_reports (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  text text not null check (char_length(text) between 1 and 500),
  at timestamptz not null
);
create index on project_reports (project_id);

-- The gallery shows no project without an approved person: it is notified when who is approved, or in which team, changes.
create function notify_gallery() returns trigger language plpgsql as $$
  begin
    perform pg_notify('overnight_live', 'projects');
    return null;
  end $$;
create trigger gallery_told after update of status on applications
  for each row when (old.status is distinct from new.status) execute function notify_gallery();
create trigger gallery_told_of_insertion after insert on applications
  for each row when (new.status = 'approved') execute function notify_gallery();
create trigger gallery_told_of_deletion after delete on applications
  for each row when (old.status = 'approved') execute function notify_gallery();
create trigger gallery_told after insert or delete on team_members
  for each statement execute function notify_gallery();
