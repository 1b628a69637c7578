import { createMigration } from './create-migration.ts';

/** Writes the answers to the feedback form anew by their random ids: they lay in the order in which people answered. */
export const up = createMigration([
  `with before as (delete from feedback_answers returning id, answers)
    insert into feedback_answers (id, answers) select id, answers from before order by id`,
]);
