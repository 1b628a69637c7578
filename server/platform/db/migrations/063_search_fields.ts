import { type Kysely, sql } from 'kysely';

/** Marks a profile as changed with everything else that the search reads: names, addresses, size, food, team preference, answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger profiled on applications`.execute(db);
  await sql`create trigger profiled after insert or update of
      status, track, major, why_join, t_shirt_size, dietary_restrictions on applications
    for each row execute function touch_profile()`.execute(db);
  await sql`create function touch_profile_of_person() returns trigger language plpgsql as $$
    begin
      update profiles set changed = pg_current_xact_id()::text::bigint
        where application_id = (select id from applications where user_id = new.id);
      return null;
    end $$`.execute(db);
  await sql`create trigger profile_of_person after update of name, email, team_preference on users
    for each row
    when ((old.name, old.email, old.team_preference) is distinct from (new.name, new.email, new.team_preference))
    execute function touch_profile_of_person()`.execute(db);
  await sql`create function touch_profiles_of_answers() returns trigger language plpgsql as $$
    begin
      update profiles set changed = pg_current_xact_id()::text::bigint
        where application_id in (select a.id from applications a join touched t using (user_id));
      return null;
    end $$`.execute(db);
  await sql`create trigger profiles_of_new_answers after insert on answers referencing new table as touched
    for each statement execute function touch_profiles_of_answers()`.execute(db);
  await sql`create trigger profiles_of_old_answers after delete on answers referencing old table as touched
    for each statement execute function touch_profiles_of_answers()`.execute(db);
}
