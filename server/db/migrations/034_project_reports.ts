import { createMigration } from './create-migration.ts';

/** Lets visitors of the gallery report a project to the organizers. */
export const up = createMigration([
  // Nothing about whoever reports is stored.
  `create table project_reports (
    id uuid primary key default gen_random_uuid(),
    project_id uuid not null references projects on delete cascade,
    text text not null check (char_length(text) between 1 and 500),
    at timestamptz not null
  )`,
  'create index on project_reports (project_id)',
]);
