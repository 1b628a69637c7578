import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** What can be listened to: a team's and a person's own matters, and what organisers watch. */
export type Topic = `team:${string}` | `user:${string}` | 'applications' | 'check-ins' | 'door';

/** Whether a text from the channel is a topic of this version of the program. */
export function isTopic(text: string): text is Topic {
  return /^(team|user):[0-9a-f-]{36}$|^(applications|check-ins|door)$/.test(text);
}

/** The one channel of the database over which every copy of the program hears every event. */
export const channel = 'overnight_live';

/** Tells everybody who listens to a topic that something has changed, when and if the transaction commits. */
export async function notify(trx: Db, topic: Topic): Promise<void> {
  await sql`select pg_notify(${channel}, ${topic})`.execute(trx);
}
