import { createMigration } from './create-migration.ts';

/** Creates the tables from users to check-ins. */
export const up = createMigration([
  `create table users (
    id uuid primary key default gen_random_uuid(),
    email text unique,
    email_verified boolean not null default false,
    name text not null default '',
    photo text,
    role text not null default 'hacker' check (role in ('hacker', 'admin')),
    team_preference text check (team_preference in ('solo', 'lookingForTeam', 'hasTeam')),
    pass_version int not null default 1,
    created_at timestamptz not null default now()
  )`,
  `create table identities (
    issuer text not null,
    subject text not null,
    user_id uuid not null references users on delete cascade,
    created_at timestamptz not null default now(),
    primary key (issuer, subject)
  )`,
  'create index on identities (user_id)',
  `create table sessions (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now()
  )`,
  'create index on sessions (user_id)',
  `create table email_codes (
    id uuid primary key default gen_random_uuid(),
    email text not null,
    code_hash bytea not null,
    tries int not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index on email_codes (email, created_at)',
  `create table sign_in_links (
    token_hash bytea primary key,
    user_id uuid references users on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table oidc_flows (
    cookie_hash bytea primary key,
    issuer text not null,
    state text not null,
    nonce text not null,
    code_verifier text not null,
    return_to text not null,
    expires_at timestamptz not null
  )`,
  `create table files (
    id uuid primary key default gen_random_uuid(),
    owner_id uuid not null references users on delete cascade,
    kind text not null check (kind in ('resume', 'pitchDeck')),
    storage_key text not null unique,
    size int not null check (size > 0),
    sha256 bytea not null,
    active_content boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  'create index on files (owner_id)',
  `create table applications (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null unique references users on delete cascade,
    status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
    track text not null,
    major text not null,
    t_shirt_size text not null check (t_shirt_size in ('S', 'M', 'L', 'XL', 'XXL')),
    dietary_restrictions text not null,
    why_join text not null,
    resume_file_id uuid references files,
    pitch_deck_file_id uuid references files,
    attendance_confirmed boolean not null default false,
    reviewed_at timestamptz,
    reviewed_by uuid references users on delete set null,
    created_at timestamptz not null default now(),
    check ((status = 'pending') = (reviewed_at is null)),
    check (not attendance_confirmed or status = 'approved')
  )`,
  'create index on applications (created_at desc, id desc)',
  'create index on applications (status, created_at desc, id desc)',
  `create table teams (
    id uuid primary key default gen_random_uuid(),
    name text not null,
    max_members int not null check (max_members between 2 and 4),
    invite_code text not null unique check (invite_code ~ '^[0-9A-HJKMNP-TV-Z]{6}$'),
    creator_id uuid not null,
    created_at timestamptz not null default now()
  )`,
  `create table team_members (
    user_id uuid primary key references users on delete cascade,
    team_id uuid not null references teams on delete cascade,
    slot smallint not null check (slot between 1 and 4),
    joined_at timestamptz not null default clock_timestamp(),
    unique (team_id, slot),
    unique (team_id, user_id)
  )`,
  `alter table teams add constraint leader_is_a_member foreign key (id, creator_id)
    references team_members (team_id, user_id) deferrable initially deferred`,
  `create table join_requests (
    id uuid primary key default gen_random_uuid(),
    team_id uuid not null references teams on delete cascade,
    requester_id uuid not null references users on delete cascade,
    message text not null default '',
    status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'cancelled', 'closed')),
    created_at timestamptz not null default now(),
    decided_at timestamptz,
    check ((status = 'pending') = (decided_at is null))
  )`,
  "create unique index one_pending_request on join_requests (requester_id, team_id) where status = 'pending'",
  'create index on join_requests (team_id, status)',
  `create table check_ins (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    checkpoint text not null,
    key uuid not null unique,
    state text not null check (state in ('admitted', 'conflict', 'undone')),
    pass_verified boolean not null,
    checked_in_at timestamptz not null default clock_timestamp(),
    checked_in_by uuid references users on delete set null,
    undone_at timestamptz,
    undone_by uuid references users on delete set null,
    undo_reason text,
    check ((state = 'undone') = (undone_at is not null))
  )`,
  "create unique index admitted_once on check_ins (user_id, checkpoint) where state = 'admitted'",
  'create index on check_ins (checkpoint, checked_in_at desc)',
  `create table check_in_attempts (
    id bigint generated always as identity primary key,
    user_id uuid references users on delete cascade,
    checkpoint text not null,
    reason text not null,
    by_user_id uuid references users on delete set null,
    at timestamptz not null default clock_timestamp()
  )`,
  `create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    actor_id uuid,
    action text not null,
    subject text not null,
    detail jsonb not null default '{}'
  )`,
  'create index on audit (subject, id)',
  `create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger append_only before update or delete or truncate on audit
    for each statement execute function refuse_change()`,
  `create table mails (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references users on delete cascade,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    created_at timestamptz not null default now(),
    sent_at timestamptz
  )`,
  'create table settings (key text primary key, value jsonb not null)',
  // Names and addresses are searched by substring at check-in, in at most 10,000 rows: a scan is fast enough.
  'create index on users (lower(email))',
]);
