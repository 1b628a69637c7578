import { type Kysely, sql } from 'kysely';

/**
 * Scores of prizes become scores of tables, beside those of tracks. A project that was scored without a table gets the next
 * free number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table scores add column prize text, add check (prize is null or special_categories is null);
    alter table table_visits add column prize text;
    insert into demo_tables (number, name, track, team_id, user_id, project_id)
      select (select coalesce(max(number), 0) from demo_tables) + row_number() over (order by p.id),
        coalesce(t.name, p.team_name, p.title), 'hacker', p.team_id, p.user_id,
        case when p.team_id is null and p.user_id is null then p.id end
      from projects p left join teams t on t.id = p.team_id
      where p.id in (select project_id from prize_scores) and p.id not in (select project_id from project_tables);
    insert into scores (judge_id, judge_name, idempotency_key, body_hash, team_name, team_number, track, prize, scores,
        weights, weighted_total, created_at)
      select s.judge_id, s.judge_name, s.idempotency_key, sha256(s.id::text::bytea), left(d.name, 100), d.number, d.track,
        s.prize, s.scores, s.weights, s.weighted_total, s.created_at
      from prize_scores s join project_tables p on p.project_id = s.project_id join demo_tables d on d.number = p.number
      order by s.id;
    drop table prize_scores`)
    .execute(db);
}
