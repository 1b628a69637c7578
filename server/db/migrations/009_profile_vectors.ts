import { createMigration } from './create-migration.ts';

/**
 * Stores the embeddings of the profiles' passages. `vectors` holds one vector for each passage, packed: a float as scale,
 * then a byte for each number. `passages` is the hash of the embedded texts, `seen` the `changed` of the profile that they
 * were made from.
 */
export const up = createMigration([
  `create table profile_vectors (
    application_id uuid primary key references profiles (application_id) on delete cascade,
    model text not null,
    dimension int not null check (dimension between 0 and 8192),
    passages bytea not null,
    vectors bytea not null check (octet_length(vectors) % (dimension + 4) = 0),
    seen bigint not null,
    changed bigint not null
  )`,
  'create index on profile_vectors (changed)',
]);
