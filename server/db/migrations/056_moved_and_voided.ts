import { createMigration } from './create-migration.ts';

/** Keeps the former numbers of a moved table and the reason of a void with their rows; both were read from the audit. */
export const up = createMigration([
  `alter table demo_tables add column former_numbers integer[] not null default '{}'`,
  `update demo_tables d set former_numbers = array(
    select distinct number::int from audit a, lateral (values (a.detail ->> 'from'), (a.detail ->> 'to')) as moved (number)
    where a.action = 'tables.moved' and number <> d.number::text
      and d.number::text in (a.detail ->> 'from', a.detail ->> 'to')
  )`,
  'alter table voided_scores add column reason text',
  `update voided_scores v set reason = a.detail ->> 'reason' from audit a
    where a.action = 'score.voided' and a.subject = v.score_id::text`,
]);
