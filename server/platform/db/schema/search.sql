-- What searches read of applications; triggers maintain it.

-- Without accents. Decomposing needs UTF-8; a server with another encoding compares accents as they are.
create function fold_text(value text) returns text language sql immutable strict parallel safe as $$
  select lower(case getdatabaseencoding()
    when 'UTF8' then regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')
    else value end) $$;

-- The words that lists and stations search. Names are in `users` and majors in `applications`: one narrow row of both is
-- what an index can serve.
create table application_words (
  application_id uuid primary key references applications on delete cascade,
  person text not null,
  major text not null,
  text text not null generated always as (lower(person || ' ' || major)) stored
);
create index on application_words (lower(person) collate "C", application_id);

-- The lock makes a change of the name wait, or waits for one, so that neither misses the other.
create function insert_application_words() returns trigger language plpgsql as $$
  begin
    insert into application_words (application_id, person, major)
      select new.id, fold_text(concat_ws(' ', name, email)), fold_text(new.major)
        from users where id = new.user_id for share;
    return null;
  end $$;
create trigger words_inserted after insert on applications
  for each row execute function insert_application_words();

create function update_words_of_major() returns trigger language plpgsql as $$
  begin
    update application_words set major = fold_text(new.major) where application_id = new.id;
    return null;
  end $$;
create trigger words_of_major after update of major on applications
  for each row when (old.major <> new.major) execute function update_words_of_major();

create function update_words_of_person() returns trigger language plpgsql as $$
  begin
    update application_words set person = fold_text(concat_ws(' ', new.name, new.email))
      where application_id = (select id from applications where user_id = new.id);
    return null;
  end $$;
create trigger words_of_person after update of name, email on users
  for each row when ((old.name, old.email) is distinct from (new.name, new.email))
  execute function update_words_of_person();

-- The index for parts of words. A server may lack the extension, or the role the right to create it: searches for words
-- then read the whole table. Without fastupdate, no search reads the entries that wait for a vacuum.
do $$ begin
  create extension if not exists pg_trgm;
  execute format(
    'create index application_words_trigrams on application_words using gin (text %s.gin_trgm_ops) with (fastupdate = off)',
    (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm'));
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice '%', sqlerrm;
end $$;

-- What the search for applicants knows besides the answers: text and links of resumes. `changed` is the transaction that
-- wrote a profile last: a cache asks for what was changed since the oldest transaction that was still running at its last
-- query, and so misses nothing.
create table profiles (
  application_id uuid primary key references applications (id) on delete cascade,
  resume text not null default 'waiting' check (resume in ('waiting', 'read', 'unavailable')),
  resume_text text not null default '',
  links text[] not null default '{}',
  changed bigint not null
);
create index on profiles (changed);
create index on profiles (application_id) where resume = 'waiting';

create function touch_profile() returns trigger language plpgsql as $$
  begin
    insert into profiles (application_id, changed) values (new.id, pg_current_xact_id()::text::bigint)
      on conflict (application_id) do update set changed = excluded.changed;
    return null;
  end $$;
create trigger profiled after insert or update of status, track, major, why_join on applications
  for each row execute function touch_profile();

-- The embeddings of the profiles' passages. `vectors` holds one vector for each passage, packed: a float as scale, then a
-- byte for each number. `passages` is the hash of the embedded texts, `seen` the `changed` of the profile that they were
-- made from.
create table profile_vectors (
  application_id uuid primary key references profiles (application_id) on delete cascade,
  model text not null,
  dimension int not null check (dimension between 0 and 8192),
  passages bytea not null,
  vectors bytea not null check (octet_length(vectors) % (dimension + 4) = 0),
  seen bigint not null
);

-- The last questions of organizers, to show what a change of the search's terms does.
create table search_questions (
  id uuid primary key default gen_random_uuid(),
  text text not null,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null
);
create index on search_questions (user_id);
