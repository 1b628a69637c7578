import { createMigration } from './create-migration.ts';

/** Adds an index for the organizers' list in the order of tracks. */
export const up = createMigration([
  `create index on applications (track, created_at, id)`,
  `create index on applications (status, track, created_at, id)`,
]);
