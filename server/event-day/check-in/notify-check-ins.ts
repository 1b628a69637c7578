import { notifySubscribers, type Topic } from '../../platform/live/notify.ts';
import type { Services } from '../../platform/services.ts';

const interval = 200;
const pending = new WeakMap<Services, Set<Topic>>();

/**
 * Notifies subscribers that the check-ins have changed (`check-ins`), or what only the overview shows (`check-in-overview`), at most
 * once per 200 ms. A notification inside every check-in would make their commits wait for one another; a lost one costs
 * little, because stations also reload by themselves.
 */
export function notifyCheckIns(services: Services, topic: 'check-ins' | 'check-in-overview'): void {
  const due = pending.get(services) ?? new Set();
  pending.set(services, due);
  if (due.has(topic)) return;
  due.add(topic);
  setTimeout(async () => {
    due.delete(topic);
    await notifySubscribers(services.db, topic).catch((err) =>
      services.log.warn({ err }, 'check-in notification failed'),
    );
  }, interval).unref();
}
