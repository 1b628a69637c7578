import { createMigration } from './create-migration.ts';

/** Creates the anonymous answers to the feedback form, and the marks of who has answered. */
export const up = createMigration([
  // No person and no time: what is not stored cannot be linked.
  `create table feedback_answers (
    id uuid primary key default gen_random_uuid(),
    answers jsonb not null
  )`,
  'create table feedback_given (mark bytea primary key)',
]);
