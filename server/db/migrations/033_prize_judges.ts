import { createMigration } from './create-migration.ts';

/** Gives prizes judges and scores of their own. */
export const up = createMigration([
  // The prize that somebody judges instead of a track.
  'alter table judges add column prize text',
  // Beside `scores`, which the official ranking counts. A score goes with its project.
  `create table prize_scores (
    id bigint generated always as identity primary key,
    judge_id uuid not null references judges,
    judge_name text not null,
    prize text not null,
    project_id uuid not null references projects on delete cascade,
    idempotency_key uuid not null,
    scores jsonb not null,
    weights jsonb not null,
    weighted_total numeric(4,1) not null check (coalesce(score_total(scores, weights), -1) = weighted_total),
    created_at timestamptz not null,
    unique (judge_id, idempotency_key)
  )`,
  'create index on prize_scores (project_id)',
]);
