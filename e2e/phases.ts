import type { EventDocument } from '../contract/event/event.ts';
import { defaultDocument } from '../server/testing/default-event.ts';
import type { Page } from './browser.ts';
import { type Site, type SitePerson, withEvent } from './site.ts';

/** An event with help and lending, which makes the longest dashboard. */
export const longestEvent = withEvent({
  help: { topics: ['Software'] },
  lending: { hours: 4, things: ['3 VR headset', '12 USB-C cable'] },
});
/** An event of its own that is over, a month after the default one, with late applications. */
export const createEndedEvent = (changes: Partial<EventDocument> = {}) =>
  withEvent({
    name: 'Night Lab',
    dates: { start: '2025-10-18', end: '2025-10-19' },
    schedule: defaultDocument.schedule.map((day, at) => ({ ...day, date: `2025-10-${18 + at}` })),
    registration: { ...defaultDocument.registration, closesAt: '2025-10-17T23:59:59-07:00' },
    ...changes,
  });
export const phone = { width: 390, height: 844 };
export const before = '2025-09-10T19:00:00Z';
export const during = '2025-09-20T19:35:00Z';
export const after = '2025-09-22T19:00:00Z';

/** Opens a page in a browser whose clock stands still at this moment. */
export async function openAt(
  site: Site,
  address: string,
  time: string,
  as?: SitePerson,
  visit: Parameters<Site['open']>[1] = {},
): Promise<Page> {
  const page = await site.open('/sign-in', { viewport: phone, ...(as && { as }), ...visit });
  await page.clock.install({ time });
  await page.goto(address);
  return page;
}

export async function checkIn(site: Site, person: SitePerson): Promise<void> {
  const organizer = await site.person({ role: 'admin' });
  const response = await organizer.call('POST', '/applications/check-in', { userId: person.id });
  if (response.status !== 200) throw new Error(await response.text());
}
