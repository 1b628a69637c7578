import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { sharedLiveEvents } from '../../../contract/platform/live.ts';
import type { Db } from '../db/open.ts';

const topics = [
  ...sharedLiveEvents,
  'applications',
  'projects',
  'results',
  'check-ins',
  'check-in-overview',
  'scores',
  'pause',
  'judging',
  'event',
] as const;

/**
 * What can change: a team, a person's account, the applications, the project gallery (`projects`), the published `results`,
 * the check-ins, the check-in overview (`check-in-overview`), the scores, the pause and everything else of judging
 * (`judging`), what everybody is notified of, and the settings (`event`).
 */
export type Topic = `team:${string}` | `user:${string}` | (typeof topics)[number];

/** Returns whether a notification's text is a topic that this version knows. */
export function isTopic(text: string): text is Topic {
  return /^(team|user):[0-9a-f-]{36}$/.test(text) || topics.some((topic) => topic === text);
}

/** The database channel on which every instance receives every notification. */
export const channel = 'overnight_live';

/**
 * Notifies all subscribers of the topics when the transaction commits: PostgreSQL notifies each instance (`listener.ts`),
 * whose `Hub` sends an event to the open pages that may know, and `web/lib/live.ts` fetches again.
 */
export async function notifySubscribers(trx: Db, ...topics: Topic[]): Promise<void> {
  await sql`select pg_notify(${channel}, unnest(${topics}::text[]))`.execute(trx);
}

/** Sends every instance a message for `Hub.onMessage`. */
export async function sendMessage(db: Db, message: object): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(db);
}

/** Notifies organizers and the affected applicants when the transaction commits. */
export async function notifyApplicationChange(trx: Db, ...applicantIds: string[]): Promise<void> {
  await notifySubscribers(trx, 'applications', ...applicantIds.map((id) => `user:${id}` as const));
}

const interval = 200;
/** What is due; the first topic starts the timer of all. */
const pending = new WeakMap<Db, Set<Topic>>();

/**
 * Notifies subscribers of the topics outside any transaction, all that are due at once and at most once per 200 ms: for
 * changes so frequent that commits would wait for one another's notifications. Losing one matters little where pages also
 * reload by themselves.
 */
export function notifySubscribersSoon(
  { db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'warn'> },
  ...topics: Topic[]
): void {
  const due = pending.get(db);
  const all = due ?? new Set<Topic>();
  for (const topic of topics) all.add(topic);
  if (due) return;
  pending.set(db, all);
  setTimeout(async () => {
    pending.delete(db);
    await notifySubscribers(db, ...all).catch((err) => log.warn({ err }, 'notification failed'));
  }, interval).unref();
}
