import { createMigration } from './create-migration.ts';

/** Keeps an opened invitation with the account, so that it is there on the person's next device. */
export const up = createMigration(['alter table users add column invite_code text']);
