import { createMigration } from './create-migration.ts';

/** Creates announcements, their receivers, and the list of those who want no emails with them. */
export const up = createMigration([
  `create table announcements (
    id uuid primary key default gen_random_uuid(),
    key uuid not null unique,
    subject text not null,
    text text not null,
    segment jsonb not null,
    email boolean not null,
    about_place boolean not null,
    created_at timestamptz not null default now(),
    created_by uuid references users on delete set null
  )`,
  // A row for each receiver from the first moment on: its state changes in the transaction that queues the mail.
  `create table announcement_receivers (
    announcement_id uuid not null references announcements on delete cascade,
    user_id uuid not null references users on delete cascade,
    state text not null check (state in ('none', 'waiting', 'queued', 'unsubscribed', 'noAddress')),
    mail_id uuid references mails on delete set null,
    primary key (announcement_id, user_id),
    check (mail_id is null or state = 'queued')
  )`,
  'create index on announcement_receivers (user_id)',
  'create unique index on announcement_receivers (mail_id) where mail_id is not null',
  `create index on announcement_receivers (announcement_id) where state = 'waiting'`,
  'create table unsubscribed (user_id uuid primary key references users on delete cascade, at timestamptz not null default now())',
  'alter table mails add column can_unsubscribe boolean not null default false',
]);
