import { formatCount } from '../../../contract/platform/format.ts';
import type { Services } from '../services.ts';
import { countSubscriptions } from './push-subscriptions.queries.ts';
import { getPushKey } from './vapid.ts';

/** Returns sentences for the operator about notifications; none if the event uses none. */
export async function describePush({ db, event, config }: Services): Promise<string[]> {
  if (!event.pushNotifications) return [];
  const { devices, outdated } = await countSubscriptions(db, getPushKey(config));
  const lines = [`Announcements also go as notifications, to ${formatCount(devices, 'device')}.`];
  if (outdated > 0)
    lines.push(
      `${outdated} of them subscribed before SECRET_KEY changed: they get none until their dashboard is opened again.`,
    );
  return lines;
}
