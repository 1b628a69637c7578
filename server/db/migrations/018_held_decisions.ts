import { createMigration } from './create-migration.ts';

/** Creates the decisions that applicants are not told yet, and what restores the state before a decision. */
export const up = createMigration([
  // Apart from `applications`: what a person is shown, and their export, reads that table only.
  `create table held_decisions (
    application_id uuid primary key references applications on delete cascade,
    status text not null check (status in ('approved', 'rejected')),
    decided_by uuid references users on delete set null,
    decided_at timestamptz not null
  )`,
  `create table undoable_decisions (
    application_id uuid primary key references applications on delete cascade,
    mail_id uuid unique references mails on delete set null,
    until timestamptz not null,
    previous jsonb not null
  )`,
  'create index on held_decisions (decided_by) where decided_by is not null',
]);
