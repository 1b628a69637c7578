import { sql } from 'kysely';

/** SQL: the name of somebody of this table of users, or their address while they have not said their name. */
export const shownName = (users: string) =>
  sql<string | null>`coalesce(nullif(${sql.ref(`${users}.name`)}, ''), ${sql.ref(`${users}.email`)})`;
