import { sql } from 'kysely';
import type { TestApp } from './app.ts';

// What refused calls may write: a failed attempt is counted, a refused scan recorded, a session renewed.
const countsRefusals = ['check_in_attempts', 'rate_limits', 'sessions'];

/** Makes the database note which tables lose, get or change rows; `takeChanges` reads it. */
export async function watchTables(site: TestApp): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(site.services.db);
  const program = site.database.connection.user;
  const watch = tables
    .filter(({ name }) => !countsRefusals.includes(name))
    .map(
      ({ name }) => `
      create trigger note_change after insert or update or delete on "${name}"
      for each row execute function note_change();`,
    );
  await site.database.changeSchema(`
    create table changes (name text);
    grant select, delete on changes to "${program}";
    create function note_change() returns trigger language plpgsql security definer as $$
      begin
        -- The log notes refused calls.
        if tg_table_name <> 'audit' or tg_op <> 'INSERT' or not to_jsonb(new) -> 'detail' ? 'call' then
          insert into public.changes values (tg_table_name);
        end if;
        return null;
      end $$;
    ${watch.join('')}`);
}

/** The tables that were changed since the last call. */
export async function takeChanges(site: TestApp): Promise<string[]> {
  const { rows: found } = await sql<{ name: string }>`delete from changes returning name`.execute(
    site.services.db,
  );
  return [...new Set(found.map(({ name }) => name))].sort();
}
