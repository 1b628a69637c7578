import { createMigration } from './create-migration.ts';

/** Creates what people agreed to. */
export const up = createMigration([
  // Of the account, not of the application: it stays when that is withdrawn and restored.
  `create table agreements (
    user_id uuid not null references users on delete cascade,
    agreement text not null,
    version text not null,
    title text not null,
    text text not null,
    at timestamptz not null,
    revoked_at timestamptz,
    primary key (user_id, agreement, version)
  )`,
  'create index on agreements (agreement, version) where revoked_at is null',
]);
