import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/**
 * What can be listened to: a team's and a person's own matters, what organisers watch, and of judging the scores, whether
 * it is paused, and everything else that is going on in the hall.
 */
export type Topic =
  | `team:${string}`
  | `user:${string}`
  | 'applications'
  | 'check-ins'
  | 'door'
  | 'scores'
  | 'pause'
  | 'judging';

/** Whether a text from the channel is a topic of this version of the program. */
export function isTopic(text: string): text is Topic {
  return /^(team|user):[0-9a-f-]{36}$|^(applications|check-ins|door|scores|pause|judging)$/.test(text);
}

/** The one channel of the database over which every copy of the program hears every event. */
export const channel = 'overnight_live';

/** Tells everybody who listens to a topic that something has changed, when and if the transaction commits. */
export async function notify(trx: Db, topic: Topic): Promise<void> {
  await sql`select pg_notify(${channel}, ${topic})`.execute(trx);
}
