import { createMigration } from './create-migration.ts';

/** Stores the words that lists and stations search, by application, with an index for parts of words. */
export const up = createMigration([
  // Names are in `users` and majors in `applications`: one narrow row of both is what an index can serve.
  `create table application_words (
    application_id uuid primary key references applications on delete cascade,
    person text not null,
    major text not null,
    text text not null generated always as (lower(person || ' ' || major)) stored
  )`,
  // The lock makes a change of the name wait, or waits for one, so that neither misses the other.
  `create function insert_application_words() returns trigger language plpgsql as $$
    begin
      insert into application_words (application_id, person, major)
        select new.id, concat_ws(' ', name, email), new.major from users where id = new.user_id for share;
      return null;
    end $$`,
  `create function update_words_of_major() returns trigger language plpgsql as $$
    begin
      update application_words set major = new.major where application_id = new.id;
      return null;
    end $$`,
  `create function update_words_of_person() returns trigger language plpgsql as $$
    begin
      update application_words set person = concat_ws(' ', new.name, new.email)
        where application_id = (select id from applications where user_id = new.id);
      return null;
    end $$`,
  `create trigger words_inserted after insert on applications
    for each row execute function insert_application_words()`,
  `create trigger words_of_major after update of major on applications
    for each row when (old.major <> new.major) execute function update_words_of_major()`,
  `create trigger words_of_person after update of name, email on users
    for each row when ((old.name, old.email) is distinct from (new.name, new.email))
    execute function update_words_of_person()`,
  `insert into application_words (application_id, person, major)
    select a.id, concat_ws(' ', u.name, u.email), a.major from applications a join users u on u.id = a.user_id`,
  'create index on application_words (lower(person) collate "C", application_id)',
  // A server may lack the extension, or the role the right to create it: searches for words then read the whole table.
  // Without fastupdate, no search reads the entries that wait for a vacuum.
  `do $$ begin
    create extension if not exists pg_trgm;
    execute format(
      'create index application_words_trigrams on application_words using gin (text %s.gin_trgm_ops) with (fastupdate = off)',
      (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm'));
  exception when insufficient_privilege or feature_not_supported or undefined_file then
    raise notice '%', sqlerrm;
  end $$`,
  'analyze application_words',
]);
