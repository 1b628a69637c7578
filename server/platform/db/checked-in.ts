import { type RawBuilder, sql } from 'kysely';

/** SQL: whether a person was checked in at a checkpoint, or at any; `user` names the column with the person's id. */
export const wasCheckedIn = (user: string, checkpoint?: string): RawBuilder<boolean> =>
  sql`exists (select from checked_in c where c.user_id = ${sql.ref(user)}
    ${checkpoint === undefined ? sql`` : sql`and c.checkpoint = ${checkpoint}`})`;
