import { createMigration } from './create-migration.ts';

/** Stores the words that lists and stations search without accents. */
export const up = createMigration([
  // Decomposing needs UTF-8; a server with another encoding compares accents as it did.
  `create function fold_text(value text) returns text language sql immutable strict parallel safe as $$
    select lower(case getdatabaseencoding()
      when 'UTF8' then regexp_replace(normalize(value, NFD), '[\\u0300-\\u036f]', '', 'g')
      else value end) $$`,
  `create or replace function insert_application_words() returns trigger language plpgsql as $$
    begin
      insert into application_words (application_id, person, major)
        select new.id, fold_text(concat_ws(' ', name, email)), fold_text(new.major)
          from users where id = new.user_id for share;
      return null;
    end $$`,
  `create or replace function update_words_of_major() returns trigger language plpgsql as $$
    begin
      update application_words set major = fold_text(new.major) where application_id = new.id;
      return null;
    end $$`,
  `create or replace function update_words_of_person() returns trigger language plpgsql as $$
    begin
      update application_words set person = fold_text(concat_ws(' ', new.name, new.email))
        where application_id = (select id from applications where user_id = new.id);
      return null;
    end $$`,
  'update application_words set person = fold_text(person), major = fold_text(major)',
  'analyze application_words',
]);
