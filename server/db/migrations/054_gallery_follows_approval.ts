import { createMigration } from './create-migration.ts';

/** Notifies the gallery when who is approved, or in which team, changes: projects of nobody who is approved are not shown. */
export const up = createMigration([
  `create function notify_gallery() returns trigger language plpgsql as $$
    begin
      perform pg_notify('overnight_live', 'projects');
      return null;
    end $$`,
  `create trigger gallery_told after update of status on applications
    for each row when (old.status is distinct from new.status) execute function notify_gallery()`,
  `create trigger gallery_told_of_insertion after insert on applications
    for each row when (new.status = 'approved') execute function notify_gallery()`,
  `create trigger gallery_told_of_deletion after delete on applications
    for each row when (old.status = 'approved') execute function notify_gallery()`,
  `create trigger gallery_told after insert or delete on team_members
    for each statement execute function notify_gallery()`,
]);
