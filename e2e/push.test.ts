import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPushService, type TestSubscription } from '../server/testing/push-service.ts';
import { createApplicant } from './applicants.ts';
import type { Page } from './browser.ts';
import { expectAccessible, getButton } from './page.ts';
import { announced, detail, type SitePerson, useOrganizer, useSite, withEvent } from './site.ts';

const push = await startPushService();
const site = useSite({ ...withEvent({ pushNotifications: true }), PUSH_SERVICES: push.origin });
const phone = { viewport: { width: 390, height: 844 } };
const organizer = useOrganizer(site);
let ada: SitePerson;
beforeAll(async () => {
  ada = await createApplicant(site, { status: 'approved', name: 'Ada Lovelace' });
});
afterAll(() => push.close());

const cardOf = (page: Page) => page.getByRole('region', { name: 'Announcements', exact: true });
const turnOn = (page: Page) => getButton(page, 'Notify me on this device');
const isOn = (page: Page) =>
  cardOf(page).getByText('This device shows announcements as notifications.').waitFor();
const listEndpoints = async () =>
  (await site.db.selectFrom('push_subscriptions').select('endpoint').execute()).map(
    ({ endpoint }) => endpoint,
  );

/** Gives pages a push service in place of the browser's own, which would be elsewhere: with this device, and the key of the site. */
async function fakeSubscriptions(page: Page, device: TestSubscription): Promise<void> {
  await page.addInitScript(({ endpoint, keys }) => {
    const find = () => {
      const key = localStorage.getItem('test-key');
      if (!key) return null;
      const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      const unsubscribe = async () => {
        localStorage.removeItem('test-key');
        return true;
      };
      return {
        ...{ endpoint, unsubscribe, toJSON: () => ({ endpoint, keys, expirationTime: null }) },
        options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => find(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem('test-key', applicationServerKey);
        return find();
      },
    });
  }, device);
}

/** What the service worker shows now. */
const listShown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Hands a message to the real service worker, as the browser does when its push service delivers one. */
async function createDelivery(page: Page): Promise<(data: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations) if (!isDeleted) resolve(registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await known;
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data });
  };
}

/** Clicks the notification with a tag; returns whether a page was focused, or which address was opened. */
async function clickNotification(page: Page, tag: string): Promise<string[]> {
  const [worker] = page.context().serviceWorkers();
  return worker!.evaluate(async (clicked) => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications({ tag: clicked });
    const done: string[] = [];
    // Only a person's own click may focus and open pages.
    Object.assign(WindowClient.prototype, {
      focus(this: WindowClient) {
        done.push(`focused ${new URL(this.url).pathname}`);
        return Promise.resolve(this);
      },
    });
    Object.assign(Clients.prototype, { openWindow: async (url: string) => void done.push(`opened ${url}`) });
    const event = new NotificationEvent('notificationclick', { notification: notification! });
    const ending = new Promise((resolve) => {
      Object.assign(event, { waitUntil: (work: Promise<unknown>) => resolve(work) });
    });
    scope.dispatchEvent(event);
    await ending;
    return done;
  }, tag);
}

test('somebody allows notifications on a phone, gets an announcement as one, and turns them off', async () => {
  const page = await site.open('/account', { as: ada, ...phone, serviceWorkers: 'allow', push: true });
  const device = push.createDevice();
  await fakeSubscriptions(page, device);
  await page.goto('/dashboard');
  await turnOn(page).waitFor();
  await expectAccessible(page);

  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { browserContextId } = targetInfo;
  const setPermission = (setting: 'denied' | 'granted') =>
    session.send('Browser.setPermission', {
      ...{ origin: site.url, permission: { name: 'notifications' }, setting },
      ...(browserContextId && { browserContextId }),
    });
  await setPermission('denied');
  await cardOf(page).getByText('Notifications are blocked. Allow them for this site').waitFor();
  expect(await turnOn(page).count()).toBe(0);
  await expectAccessible(page);
  await setPermission('granted');
  await turnOn(page).click();
  await isOn(page);
  expect(await listEndpoints()).toEqual([device.endpoint]);
  await expectAccessible(page);

  const office = await site.open('/announcements', { as: organizer, ...phone });
  await office.getByText('It is also sent as a notification to devices that allow it.').waitFor();
  await office.getByLabel('Subject', { exact: true }).fill('Lunch, {name}');
  await office.getByLabel('Text', { exact: true }).fill('It is at noon.');
  await office.getByLabel('Application', { exact: true }).selectOption('Everyone');
  await office.getByLabel('Send it now, without the minute in which you can undo it').check();
  await getButton(office, 'Send announcement').click();
  const question = office.getByRole('alertdialog');
  await question
    .getByText('on their pages at once, as a notification where they allowed it, and by email.')
    .waitFor();
  await getButton(question, 'Send announcement').click();
  await expect.poll(() => push.received.length, announced).toBe(1);
  await office.getByText('Notified devices').waitFor();
  await expectAccessible(office);
  await getButton(office, 'Show recipients of Lunch, {name}').click();
  await office.getByRole('columnheader', { name: 'Devices' }).waitFor();

  const { message } = push.received[0]!;
  const deliver = await createDelivery(page);
  await deliver(JSON.stringify(message));
  const shown = { title: 'Lunch, Ada', body: 'It is at noon.', tag: message.tag };
  await expect.poll(() => listShown(page), announced).toEqual([shown]);
  // A repeat replaces it; what cannot be read is shown all the same.
  await deliver(JSON.stringify(message));
  await deliver('{"title":');
  const unreadable = {
    title: 'New announcement',
    body: 'Open your dashboard to read it.',
    tag: 'announcement',
  };
  await expect.poll(async () => (await listShown(page)).length, announced).toBe(2);
  expect(await listShown(page)).toEqual(expect.arrayContaining([shown, unreadable]));
  expect(await clickNotification(page, message.tag)).toEqual(['focused /dashboard']);
  expect(await listShown(page)).toEqual([unreadable]);
  await page.goto('/schedule');
  expect(await clickNotification(page, 'announcement')).toEqual([`opened ${site.url}/dashboard`]);

  // The browser has a subscription with a key of another secret: it gets one with the site's.
  const { pushKey } = (await (await ada.call('GET', '/event')).json()) as { pushKey: string };
  await page.evaluate(() => localStorage.setItem('test-key', 'B'.repeat(87)));
  await site.db.deleteFrom('push_subscriptions').execute();
  await page.goto('/dashboard');
  await isOn(page);
  expect(await page.evaluate(() => localStorage.getItem('test-key'))).toBe(pushKey);
  expect(await listEndpoints()).toEqual([device.endpoint]);

  await getButton(page, 'Turn off').click();
  await turnOn(page).waitFor();
  expect(await listEndpoints()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('test-key'))).toBeNull();
});

detail('logging out ends notifications on the device', async () => {
  const bob = await createApplicant(site, { status: 'pending', name: 'Bob Moog' });
  const page = await site.open('/account', {
    push: true,
    as: bob,
    permissions: ['notifications'],
    serviceWorkers: 'allow',
  });
  await fakeSubscriptions(page, push.createDevice());
  await page.goto('/dashboard');
  await turnOn(page).click();
  await isOn(page);
  const deliver = await createDelivery(page);
  await deliver(JSON.stringify({ title: 'Lunch, Bob' }));
  await expect.poll(async () => (await listShown(page)).length, announced).toBe(1);
  await page.getByRole('link', { name: 'logout' }).first().click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  await expect.poll(listEndpoints, announced).toEqual([]);
  expect(await page.evaluate(() => [localStorage.getItem('test-key'), localStorage.getItem('push')])).toEqual(
    [null, null],
  );
  await expect.poll(() => listShown(page), announced).toEqual([]);
});

detail.each([
  ['an iPhone', 'To be notified on this device, add this site to the home screen first', 'iPhone'],
  ['a browser without push', 'This browser cannot show notifications.', undefined],
])('%s is told why there are none', async (_, text, userAgent) => {
  const page = await site.open('/account', { as: ada, ...phone, ...(userAgent && { userAgent }) });
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.goto('/dashboard');
  await cardOf(page).getByText(text).waitFor();
  expect(await turnOn(page).count()).toBe(0);
  await expectAccessible(page);
});
