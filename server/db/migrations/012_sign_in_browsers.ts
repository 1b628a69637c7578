import { createMigration } from './create-migration.ts';

/**
 * Binds a sign-in code to the browser that asked for it, counts tries of other browsers apart, and derives the code from
 * the row's id, so that neither the table nor an email in it holds one. Codes and emails from before are deleted.
 */
export const up = createMigration([
  `delete from email_codes`,
  `delete from mails where user_id is null`,
  `alter table email_codes
    drop column code_hash,
    add column mailbox text not null,
    add column flow_hash bytea,
    add column known_device boolean not null default false,
    add column outside_tries int not null default 0,
    add column outside_tried_at timestamptz`,
  `create index on email_codes (mailbox, created_at)`,
  `alter table mails add column code_id uuid references email_codes on delete cascade`,
  `create index on mails (code_id) where code_id is not null`,
]);
