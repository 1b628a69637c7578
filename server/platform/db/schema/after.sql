-- What follows the event: the feedback form and the resume book.

-- No person and no time: what is not stored cannot be linked.
create table feedback_answers (
  id uuid primary key default gen_random_uuid(),
  answers jsonb not null
);

-- The marks of those who have answered.
create table feedback_given (mark bytea primary key);

-- The links by which sponsors download resumes.
create table resume_links (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  token_hash bytea not null unique,
  filters jsonb not null,
  created_at timestamptz not null,
  created_by uuid references users on delete set null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  downloads integer not null default 0,
  downloaded_at timestamptz
);
create index on resume_links (created_by) where created_by is not null;
