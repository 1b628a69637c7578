import { queryOptions } from '@tanstack/react-query';
import type { User } from '../../../contract/people/users.ts';
import { deletePushSubscription, savePushSubscription } from '../../../contract/platform/push.ts';
import { isConnectionLost } from '../../lib/api-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { storedText } from '../../lib/stored-text.ts';
import { useAction } from '../../lib/use-action.ts';

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
  if (turnedOnBy.get() !== user._id) return 'off';
  // Every visit renews the registration, since the subscription, the session or the site's key may have changed.
  const subscription = await subscribeDevice(pushKey).catch(() => undefined);
  if (!subscription) return 'off';
  try {
    await save(subscription);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
  return 'on';
}

export const pushStateQuery = (device: Device) =>
  queryOptions({
    queryKey: ['push', device.user._id, device.pushKey],
    queryFn: () => findState(device),
  });

const refreshState = ({ user }: Device) => queryClient.invalidateQueries({ queryKey: ['push', user._id] });

/** Asks for permission, and turns notifications on for this device. */
export const useTurnOnPush = (device: Device) =>
  useAction(
    async () => {
      // Comes first, because some browsers only ask right after a click.
      if ((await Notification.requestPermission()) !== 'granted') return;
      await save(await subscribeDevice(device.pushKey));
      turnedOnBy.set(device.user._id);
    },
    {
      onSettled: () => refreshState(device),
    },
  );

export const useTurnOffPush = (device: Device) =>
  useAction(
    async () => {
      await call(deletePushSubscription);
      turnedOnBy.clear();
      // The server sends nothing any more, whatever becomes of it.
      await unsubscribeDevice().catch(() => undefined);
    },
    {
      onSettled: () => refreshState(device),
    },
  );

/** Notifications on this device: on, off, or why they cannot be turned on. */
export type PushState = 'on' | 'off' | 'blocked' | 'needsHomeScreen' | 'unsupported';

/** In milliseconds. */
const subscriptionTimeout = 20_000;

/** The id of the user who turned notifications on, removed on log-out. */
const turnedOnBy = storedText('push');

/** Returns why the browser cannot show notifications, or what it was asked for this site. */
function getPermission(): NotificationPermission | 'needsHomeScreen' | 'unsupported' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission;
  // On an iPhone or iPad, only sites on the home screen can. An iPad says that it is a Mac.
  const isApplePhone = /iPhone|iPad|iPod/.test(navigator.userAgent);
  const isApplePad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isApplePhone || isApplePad ? 'needsHomeScreen' : 'unsupported';
}

function hasKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const own = btoa(String.fromCharCode(...bytes));
  return own.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
}

/** Returns the browser's subscription with the site's key; one with another key is replaced. Needs the permission. */
async function subscribeDevice(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js');
  // `ready` waits forever for a worker that cannot be installed.
  const late = new Promise<never>((_, reject) => setTimeout(reject, subscriptionTimeout));
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  const existing = await pushManager.getSubscription();
  if (existing && hasKey(existing, key)) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
