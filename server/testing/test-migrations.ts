import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrations } from '../platform/db/schema.ts';

const runs = (statement: string): Migration => ({
  up: async (db) => void (await sql.raw(statement).execute(db)),
});

/** Migrations made for the tests: one changes a table that is in use, one adds a table. */
const newer: Record<string, Migration> = {
  '998_favorite_colors': runs(`alter table users add column favorite_color text not null default 'blue'`),
  '998_pets': runs(
    'create table pets (id uuid primary key, user_id uuid references users on delete cascade)',
  ),
};

export const [firstOfNewer, lastOfNewer] = Object.keys(newer) as [string, string];

/** The last migration of the program itself. */
export const older = Object.keys(migrations).at(-1)!;

/** Makes this program a newer version, with two migrations more. Returns what undoes it. */
export function becomeNewer(): () => void {
  Object.assign(migrations, newer);
  return () => {
    for (const name of Object.keys(newer)) delete migrations[name];
  };
}
