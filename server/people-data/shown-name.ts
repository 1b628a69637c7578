import { type RawBuilder, sql } from 'kysely';

/** SQL: the name of somebody of this table of users, or their address while they have not said their name. */
export const shownName = (users: string) =>
  sql<string | null>`coalesce(nullif(${sql.ref(`${users}.name`)}, ''), ${sql.ref(`${users}.email`)})`;

/** SQL: the name that a person of the alias `user` had at the time of an action of the alias `entry`, or their address. */
export const nameThen = (user: string, entry: string): RawBuilder<string | null> =>
  sql`coalesce((select f.name from former_names f where f.user_id = ${sql.ref(`${user}.id`)}
    and f.until > ${sql.ref(`${entry}.at`)} order by f.until limit 1), ${shownName(user)})`;
