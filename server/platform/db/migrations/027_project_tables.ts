import { sql } from 'kysely';
import type { Db } from '../open.ts';

/** The tables of projects are joined column by column: with `or` each project was compared with each table. */
export async function up(db: Db): Promise<void> {
  await sql`create or replace view project_tables as
    select p.id as project_id, d.number, d.retired_at from projects p join demo_tables d on d.team_id = p.team_id
    union
    select p.id, d.number, d.retired_at from projects p join demo_tables d on d.user_id = p.user_id
    union
    select project_id, number, retired_at from demo_tables where project_id is not null`.execute(db);
}
