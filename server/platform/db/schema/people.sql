-- Accounts and the ways to sign in.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text unique,
  email_verified boolean not null default false,
  name text not null default '',
  photo text,
  role text not null default 'hacker' check (role in
    ('hacker', 'volunteer', 'mentor', 'application-reviewer', 'check-in-lead', 'judging-lead', 'admin')),
  -- An organizer who may also name and remove organizers.
  is_owner boolean not null default false,
  last_seen_at timestamptz,
  team_preference text check (team_preference in ('solo', 'lookingForTeam', 'hasTeam')),
  pass_version int not null default 1,
  -- An invitation that was opened is kept with the account, so that it is there on the person's next device.
  invite_code text,
  -- Whether the public gallery names them.
  named_in_gallery boolean not null default false,
  -- What verifies a certificate.
  certificate_id uuid not null unique default gen_random_uuid(),
  -- A later deadline for somebody's own project.
  project_deadline timestamptz,
  created_at timestamptz not null default now(),
  constraint users_owner_check check (role = 'admin' or not is_owner)
);
create index on users (lower(email));

-- Accounts at an OpenID Connect provider.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index on identities (user_id);

-- A code is derived from the row's id, so that neither this table nor an email in `mails` holds one.
create table email_codes (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- The address without its `+tag`, which the limits on emails count.
  mailbox text not null,
  -- False for a code of the command line, which no limit counts.
  mailed boolean not null default true,
  -- The browser that asked for the code; tries of other browsers are counted apart.
  flow_hash bytea,
  known_device boolean not null default false,
  -- A keyed hash of the network that asked for it.
  network bytea,
  tries int not null default 0,
  outside_tries int not null default 0,
  outside_tried_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on email_codes (email, created_at);
create index on email_codes (mailbox, created_at);

create table sign_in_links (
  token_hash bytea primary key,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A sign-in at a provider between leaving for it and coming back.
create table oidc_flows (
  cookie_hash bytea primary key,
  issuer text not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);

-- Anonymous counts of what was deleted by age.
create table retained_counts (
  what text not null,
  value text not null,
  count int not null check (count > 0),
  primary key (what, value)
);
