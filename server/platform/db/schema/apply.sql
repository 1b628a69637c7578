-- Applications, and what people agreed to and answered.

create table applications (
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
  -- When the documents were deleted by age.
  documents_removed_at timestamptz,
  attendance_confirmed boolean not null default false,
  attendance_declined boolean not null default false,
  reviewed_at timestamptz,
  reviewed_by uuid references users on delete set null,
  -- The name that organizers approved, after the person has changed it.
  approved_name text,
  renamed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'pending') = (reviewed_at is null)),
  check (not attendance_confirmed or status = 'approved'),
  check (not (attendance_declined and (attendance_confirmed or status <> 'approved')))
);
create index on applications (created_at desc, id desc);
create index on applications (status, created_at desc, id desc);
create index on applications (track, created_at, id);
create index on applications (status, track, created_at, id);

-- A withdrawn application is not in `applications`: no list, count, search, roster or pass can show it.
create table withdrawn_applications (
  like applications including defaults including constraints,
  withdrawn_at timestamptz not null,
  primary key (user_id),
  foreign key (user_id) references users on delete cascade,
  foreign key (resume_file_id) references files,
  foreign key (pitch_deck_file_id) references files,
  foreign key (reviewed_by) references users on delete set null
);
alter table applications add check ((approved_name is null) = (renamed_at is null));

-- Every page of the organizers' list shows the totals. They are counted in the transaction that changes them, because
-- counting at each request would cost more with every applicant.
create table application_counts (
  status text primary key,
  count int not null check (count >= 0)
);
insert into application_counts values ('pending', 0), ('approved', 0), ('rejected', 0);

create function count_applications() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      update application_counts as kept set count = kept.count + come.number
      from (select status, count(*) as number from after group by status) as come
      where come.status = kept.status;
    elsif tg_op = 'DELETE' then
      update application_counts as kept set count = kept.count - gone.number
      from (select status, count(*) as number from before group by status) as gone
      where gone.status = kept.status;
    elsif exists (select from before join after using (id) where before.status <> after.status) then
      -- In one order, so that two concurrent decisions cannot deadlock.
      perform from application_counts order by status for update;
      update application_counts as kept set count = kept.count + moved.number
      from (
        select status, sum(sign) as number
        from (select status, 1 as sign from after union all select status, -1 from before) as each
        group by status
      ) as moved
      where moved.status = kept.status;
    end if;
    return null;
  end $$;
create trigger counted_in after insert on applications
  referencing new table as after for each statement execute function count_applications();
create trigger counted_out after delete on applications
  referencing old table as before for each statement execute function count_applications();
create trigger counted_over after update on applications
  referencing old table as before new table as after for each statement execute function count_applications();

-- Belongs to the account, not to the application: it stays when that is withdrawn and restored.
create table agreements (
  user_id uuid not null references users on delete cascade,
  agreement text not null,
  version text not null,
  title text not null,
  text text not null,
  at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, agreement, version)
);
create index on agreements (agreement, version) where revoked_at is null;

-- Answers to the event's own questions, which belong to the account, too. The question is stored as it was asked:
-- changing it changes no answer.
create table answers (
  user_id uuid not null references users on delete cascade,
  question text not null,
  type text not null,
  label text not null,
  position integer not null,
  value jsonb not null,
  sensitive boolean not null,
  visible_to text[] not null,
  primary key (user_id, question)
);

-- The guardians of people who are too young to take part on their own.
create table guardians (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  link_id text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  sent_at timestamptz not null,
  confirmed_at timestamptz,
  declined_at timestamptz,
  check (confirmed_at is null or declined_at is null)
);
