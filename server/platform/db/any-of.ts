import { sql } from 'kysely';

/** One of these ids, on the right of `=`: unlike `in`, the text of the statement is the same for any number of them. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
