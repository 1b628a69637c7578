import { type Kysely, sql } from 'kysely';

const statements = [
  // A project that was imported has no team of this site.
  `alter table demo_tables add column project_id uuid unique references projects on delete set null,
    add column area text`,
  // Whether those who built it need power at their table.
  'alter table projects add column needs_power boolean not null default false',
];

/** Gives imported projects tables, and tables areas. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
