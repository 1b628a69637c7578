import { createMigration } from './create-migration.ts';

/** Creates the place of withdrawn applications, and stores the name that an applicant was approved under. */
export const up = createMigration([
  // A withdrawn application is not in `applications`: no list, count, search, roster or pass can show it.
  'create table withdrawn_applications (like applications including defaults including constraints)',
  `alter table withdrawn_applications
    add column withdrawn_at timestamptz not null,
    add primary key (user_id),
    add foreign key (user_id) references users on delete cascade,
    add foreign key (resume_file_id) references files,
    add foreign key (pitch_deck_file_id) references files,
    add foreign key (reviewed_by) references users on delete set null`,
  // The name that organizers approved, after the person has changed it.
  `alter table applications add column approved_name text, add column renamed_at timestamptz,
    add check ((approved_name is null) = (renamed_at is null))`,
  `alter table withdrawn_applications add column approved_name text, add column renamed_at timestamptz`,
]);
