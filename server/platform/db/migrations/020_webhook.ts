import { type Kysely, sql } from 'kysely';

/** What happened and goes to the webhook of the settings, with the last answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_deliveries (
      id uuid primary key,
      type text not null,
      text text not null,
      data jsonb not null,
      at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      answer text not null default ''
    )`.execute(db);
  await sql`create index on webhook_deliveries (at desc, id)`.execute(db);
}
