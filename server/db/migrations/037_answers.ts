import { createMigration } from './create-migration.ts';

/** Creates the answers to an event's own questions. */
export const up = createMigration([
  // Of the account, as agreements are. The question is stored as it was asked: changing it changes no answer.
  `create table answers (
    user_id uuid not null references users on delete cascade,
    question text not null,
    type text not null,
    label text not null,
    position integer not null,
    value jsonb not null,
    sensitive boolean not null,
    visible_to text[] not null,
    primary key (user_id, question)
  )`,
]);
