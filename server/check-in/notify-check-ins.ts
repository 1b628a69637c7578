import { notify, type Topic } from '../live/notify.ts';
import type { Services } from '../services.ts';

const PAUSE = 200;
const announcing = new WeakMap<Services, Set<Topic>>();

/**
 * Tells whoever watches the door that who is in (`check-ins`), or what only organisers look at (`door`), has changed;
 * once per 200 ms at the most. A notification inside every check-in would make their commits wait for one another; a lost
 * one costs little, because stations also look by themselves.
 */
export function notifyCheckIns(services: Services, topic: 'check-ins' | 'door'): void {
  const due = announcing.get(services) ?? new Set();
  announcing.set(services, due);
  if (due.has(topic)) return;
  due.add(topic);
  setTimeout(async () => {
    due.delete(topic);
    await notify(services.db, topic).catch((err) => services.log.warn({ err }, 'the door was not told'));
  }, PAUSE).unref();
}
