-- Settings, limits, sessions, devices, files, emails and the audit. The job queue has a schema of its own.

create table settings (key text primary key, value jsonb not null);

-- Counts for every copy of the program together. Lost in a crash of the database, which is harmless.
create unlogged table rate_limits (
  key text primary key,
  count int not null,
  ends_at timestamptz not null
);
create index on rate_limits (ends_at);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index on sessions (user_id);

-- The devices on which people get notifications. A subscription ends with its session, however that ends.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_hash bytea not null unique references sessions on delete cascade,
  endpoint text not null unique,
  host text not null,
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  server_key text not null,
  saved_at timestamptz not null
);
create index on push_subscriptions (user_id);

-- A document belongs to a person. A picture belongs to a project, which outlives the people who wrote it. A picture of the
-- public pages belongs to nobody.
create table files (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references users on delete cascade,
  project_id uuid,
  kind text not null check (kind in ('resume', 'pitchDeck', 'picture', 'thumbnail', 'sitePicture')),
  storage_key text not null unique,
  size int not null check (size > 0),
  sha256 bytea not null,
  active_content boolean not null default false,
  created_at timestamptz not null default now(),
  check (case kind
    when 'sitePicture' then owner_id is null and project_id is null
    when 'picture' then owner_id is null and project_id is not null
    when 'thumbnail' then owner_id is null and project_id is not null
    else owner_id is not null and project_id is null end)
);
create index on files (owner_id);
create index on files (project_id) where project_id is not null;

-- The queue of emails, and what became of each.
create table mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  -- Whose name stands in an email to somebody else: it goes when that account goes.
  about_id uuid references users on delete cascade,
  code_id uuid references email_codes on delete cascade,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  with_calendar boolean not null default false,
  can_unsubscribe boolean not null default false,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  failure text,
  check (failed_at is null or sent_at is null)
);
create index on mails (about_id) where about_id is not null;
create index on mails (code_id) where code_id is not null;
create index on mails (failed_at) where failed_at is not null;

-- Append-only: a row loses its typed reason and the names of deleted accounts, and nothing else.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
create index on audit (subject, id);

create function refuse_change() returns trigger language plpgsql as $$
  begin raise exception '% is append-only', tg_table_name; end $$;
create trigger append_only before delete or truncate on audit
  for each statement execute function refuse_change();

-- The old text must be the new one with anything in the place of "a deleted account" or "a former member".
create function only_reasons_go() returns trigger language plpgsql as $$
  begin
    if to_jsonb(new) - 'detail' = to_jsonb(old) - 'detail' and (
      new.detail = old.detail - 'reason' or old.detail::text like regexp_replace(
        regexp_replace(new.detail::text, '([\\%_])', '\\\1', 'g'), 'a deleted account|a former member', '%', 'g')
    ) then return new; end if;
    raise exception 'audit is append-only';
  end $$;
create trigger reasons_go before update on audit for each row execute function only_reasons_go();

-- What happened and goes to the webhook of the settings, with the last answer.
create table webhook_deliveries (
  id uuid primary key,
  type text not null,
  text text not null,
  data jsonb not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  answer text not null default ''
);
create index on webhook_deliveries (at desc, id);
