/** Notifications on this device: on, off, or why they cannot be turned on. */
export type PushState = 'on' | 'off' | 'blocked' | 'needsHomeScreen' | 'unsupported';

/** In milliseconds. */
const subscriptionTimeout = 20_000;

/** Whose device it is: the id of the user who turned notifications on. Logging out removes it. */
const storageKey = 'push';

export const isTurnedOnBy = (userId: string) => localStorage.getItem(storageKey) === userId;
export const storeTurnedOn = (userId: string) => localStorage.setItem(storageKey, userId);
export const clearTurnedOn = () => localStorage.removeItem(storageKey);

/** Returns why the browser cannot show notifications, or what it was asked for this site. */
export function getPermission(): NotificationPermission | 'needsHomeScreen' | 'unsupported' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission;
  // Of iPhone and iPad only sites on the home screen can. An iPad says that it is a Mac.
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
export async function subscribeDevice(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js');
  // `ready` waits forever for a worker that cannot be installed.
  const late = new Promise<never>((_, reject) => setTimeout(reject, subscriptionTimeout));
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  const existing = await pushManager.getSubscription();
  if (existing && hasKey(existing, key)) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Ends the browser's subscription, if there is one. */
export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
