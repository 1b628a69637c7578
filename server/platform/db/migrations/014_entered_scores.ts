import { type Kysely, sql } from 'kysely';

/** Which scores an organizer stored for a judge: from paper, or moved from another table. Beside the append-only scores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table entered_scores (
    score_id bigint primary key references scores,
    entered_by uuid references users on delete set null,
    is_paper boolean not null,
    moved_from int,
    check (is_paper or moved_from is not null)
  )`.execute(db);
}
