import { notify } from '../live/notify.ts';
import type { Services } from '../services.ts';

const PAUSE = 200;
const announcing = new WeakSet<Services>();

/**
 * Tells whoever watches the door that the list has changed, once per 200 ms at the most. A notification inside every
 * check-in would make their commits wait for one another; a lost one costs little, because stations also look by
 * themselves.
 */
export function announce(services: Services): void {
  if (announcing.has(services)) return;
  announcing.add(services);
  setTimeout(async () => {
    announcing.delete(services);
    await notify(services.db, 'check-ins').catch((err) =>
      services.log.warn({ err }, 'stations were not told'),
    );
  }, PAUSE).unref();
}
