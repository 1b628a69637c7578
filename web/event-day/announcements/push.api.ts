import { queryOptions } from '@tanstack/react-query';
import type { User } from '../../../contract/people/users.ts';
import { deletePushSubscription, savePushSubscription } from '../../../contract/platform/push.ts';
import { isConnectionLost } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  clearTurnedOn,
  getPermission,
  isTurnedOnBy,
  type PushState,
  storeTurnedOn,
  subscribeDevice,
  unsubscribeDevice,
} from './push-device.ts';

interface Device {
  user: Pick<User, '_id'>;
  /** The key with which browsers subscribe. */
  pushKey: string;
}

async function save(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await call(savePushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
}

async function findState({ user, pushKey }: Device): Promise<PushState> {
  const permission = getPermission();
  if (permission === 'denied') return 'blocked';
  if (permission !== 'granted') return permission === 'default' ? 'off' : permission;
  if (!isTurnedOnBy(user._id)) return 'off';
  // Every visit says that the device is still there: its subscription, the session or the site's key may be new.
  const subscription = await subscribeDevice(pushKey).catch(() => undefined);
  if (!subscription) return 'off';
  try {
    await save(subscription);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
  return 'on';
}

/** Whether this device shows announcements as notifications. */
export const pushStateQuery = (device: Device) =>
  queryOptions({
    queryKey: ['push', device.user._id, device.pushKey],
    queryFn: () => findState(device),
  });

const refreshState = ({ user }: Device) => queryClient.invalidateQueries({ queryKey: ['push', user._id] });

/** Asks for the permission, and has this device notified from then on. */
export function useTurnOnPush(device: Device) {
  return useAction(
    async () => {
      // First of all: some browsers ask only while they still know of the click.
      if ((await Notification.requestPermission()) !== 'granted') return;
      await save(await subscribeDevice(device.pushKey));
      storeTurnedOn(device.user._id);
    },
    {
      fallback: 'Notifications could not be turned on. Please try again.',
      onSettled: () => refreshState(device),
    },
  );
}

/** Has this device notified no more. */
export function useTurnOffPush(device: Device) {
  return useAction(
    async () => {
      await call(deletePushSubscription);
      clearTurnedOn();
      // The server sends nothing any more, whatever becomes of it.
      await unsubscribeDevice().catch(() => undefined);
    },
    {
      fallback: 'Notifications could not be turned off. Please try again.',
      onSettled: () => refreshState(device),
    },
  );
}
