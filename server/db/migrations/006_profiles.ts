import { createMigration } from './create-migration.ts';

/**
 * Stores what the applicant search knows besides the answers: text and links of resumes. `changed` is the transaction that
 * wrote a profile last: a cache asks for what was changed since the oldest transaction that was still running at its last
 * query, and so misses nothing.
 */
export const up = createMigration([
  `create table profiles (
    application_id uuid primary key references applications (id) on delete cascade,
    resume text not null default 'waiting' check (resume in ('waiting', 'read', 'unavailable')),
    resume_text text not null default '',
    links text[] not null default '{}',
    changed bigint not null
  )`,
  'create index on profiles (changed)',
  `create index on profiles (application_id) where resume = 'waiting'`,
  `insert into profiles (application_id, changed)
    select id, pg_current_xact_id()::text::bigint from applications`,
  `create function touch_profile() returns trigger language plpgsql as $$
    begin
      insert into profiles (application_id, changed) values (new.id, pg_current_xact_id()::text::bigint)
        on conflict (application_id) do update set changed = excluded.changed;
      return null;
    end $$`,
  `create trigger profiled after insert or update of status, track, major, why_join on applications
    for each row execute function touch_profile()`,
]);
