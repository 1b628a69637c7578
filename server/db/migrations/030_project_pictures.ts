import { createMigration } from './create-migration.ts';

/** Creates the pictures of projects; each is two files, which belong to the project. */
export const up = createMigration([
  // A picture belongs to a project, which outlives the people who wrote it.
  `alter table files
    alter column owner_id drop not null,
    add column project_id uuid references projects on delete cascade,
    drop constraint files_kind_check,
    add check (kind in ('resume', 'pitchDeck', 'picture', 'thumbnail')),
    add check (case when kind in ('picture', 'thumbnail')
      then owner_id is null and project_id is not null
      else owner_id is not null and project_id is null end)`,
  'create index on files (project_id) where project_id is not null',
  `create table project_pictures (
    id uuid primary key default gen_random_uuid(),
    project_id uuid not null references projects on delete cascade,
    picture_file_id uuid not null unique references files on delete cascade,
    thumbnail_file_id uuid not null unique references files on delete cascade,
    place int not null check (place between 0 and 4),
    alternative_text text not null check (char_length(alternative_text) <= 200),
    width int not null check (width > 0),
    height int not null check (height > 0),
    unique (project_id, place) deferrable initially deferred
  )`,
]);
