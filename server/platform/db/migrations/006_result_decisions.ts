import { type Kysely, sql } from 'kysely';

/** What organizers decided about the winners of each group; locked with what the show plays and publishing shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table result_decisions (
    group_key text primary key,
    revision int not null check (revision > 0),
    decision jsonb not null,
    decided_by uuid references users on delete set null,
    decided_at timestamptz not null,
    locked_by uuid references users on delete set null,
    locked_at timestamptz,
    -- Beside each other: the ranking by the scores when it was locked, and the winners.
    ranking jsonb,
    winners jsonb,
    check ((locked_at is null) = (winners is null) and (winners is null) = (ranking is null)),
    check (locked_at is not null or locked_by is null)
  )`.execute(db);
}
