/// <reference lib="webworker" />
import { appPaths, paths } from '../contract/platform/pages.ts';

interface Message {
  title: string;
  body: string;
  tag: string;
  url: string;
}

/** What is shown for a message that cannot be read: browsers demand that every one is shown. */
const unreadable: Message = {
  title: 'New announcement',
  body: 'Open your dashboard to read it.',
  tag: 'announcement',
  url: paths.dashboard,
};

function readMessage(data: PushMessageData | null): Message {
  try {
    const sent: Record<string, unknown> = data?.json() ?? {};
    if (typeof sent.title !== 'string' || sent.title === '') return unreadable;
    const texts = Object.entries(sent).filter(([, value]) => typeof value === 'string');
    return { ...unreadable, body: '', ...Object.fromEntries(texts) };
  } catch {
    return unreadable;
  }
}

/** Shows what the site pushes, and leads from a notification to the site. */
export function showNotifications(worker: ServiceWorkerGlobalScope): void {
  const { registration, clients, location } = worker;

  const show = ({ title, url, ...options }: Message) =>
    registration.showNotification(title, {
      ...options,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { url },
    });

  /** Focuses a page that shows announcements, the one of the notification first; without one, opens that. */
  const openSite = async (url: string) => {
    const target = new URL(url, location.origin);
    if (target.origin !== location.origin) return;
    const pathOf = (page: WindowClient) => new URL(page.url).pathname;
    const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const pages = windows.filter((page) => appPaths.some((path) => path === pathOf(page)));
    const page = pages.find((one) => pathOf(one) === target.pathname) ?? pages[0];
    const focused = await page?.focus().catch(() => undefined);
    if (!focused) await clients.openWindow(target.href);
  };

  /** Subscribes again after the browser has ended the subscription, and tells the server, as long as the session lasts. */
  const renew = async () => {
    const { pushKey } = await (await fetch('/api/event')).json();
    if (!pushKey) return;
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: pushKey,
    });
    const { endpoint, keys } = subscription.toJSON();
    const { status } = await fetch('/api/push-subscription', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys }),
    });
    if (status === 401 || status === 403) await subscription.unsubscribe();
  };

  worker.addEventListener('push', (event) => event.waitUntil(show(readMessage(event.data))));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openSite(event.notification.data?.url ?? paths.dashboard));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renew()));
}
