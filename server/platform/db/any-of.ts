import { sql } from 'kysely';

/** One of these ids, on the right of `=`. Unlike with `in`, the statement's text does not depend on their number. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
