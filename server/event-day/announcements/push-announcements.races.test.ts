import { RawNode } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { signUp, signUpAdmin } from '../../testing/actors.ts';
import { createApplicant } from '../../testing/applicants.ts';
import { type PushService, startPushService } from '../../testing/push-service.ts';
import { type RacingApp, race, rewriteStatements } from '../../testing/races.ts';
import { pushAnnouncements } from './push-announcements.service.ts';

let services: PushService[];
beforeAll(async () => {
  services = [await startPushService(), await startPushService()];
  for (const service of services)
    service.answer = (_endpoint, response) => void response.writeHead(429, { 'retry-after': '600' }).end();
});
afterAll(() => Promise.all(services.map((service) => service.close())));

/** Lets each statement delay the devices of a push service in another order. */
const withoutOrder = rewriteStatements((node) => {
  if (!RawNode.is(node)) return node;
  const sqlFragments = node.sqlFragments.map((part) => part.replace('order by p.id', 'order by random()'));
  return { ...node, sqlFragments };
});

/** Gives ten people a device, five at each push service; returns the organizer. */
async function signUpReceivers(site: RacingApp) {
  site.services.event.pushNotifications = true;
  site.services.config.push = { origins: services.map(({ origin }) => origin), timeout: 60_000 };
  for (let at = 0; at < 10; at += 1) {
    const person = await signUp(site);
    await createApplicant(site, person);
    expect(
      (await person.call('PUT', '/push-subscription', services[at % 2]!.createDevice())).statusCode,
    ).toBe(200);
  }
  return signUpAdmin(site);
}
const organizers = new WeakMap<RacingApp, ReturnType<typeof signUpReceivers>>();

race(
  'push services that ask for patience at once, for the same devices, end no run of the job',
  async (site) => {
    const { db } = site.services;
    if (!organizers.has(site)) organizers.set(site, signUpReceivers(site));
    const grace = (await organizers.get(site))!;
    await db.deleteFrom('announcement_pushes').execute();
    for (const subject of ['Lunch', 'Dinner', 'Awards']) {
      const announcement = { subject, text: 'Now.', segment: {}, email: false, aboutPlace: false };
      expect((await grace.call('POST', '/announcements', announcement)).statusCode).toBe(201);
    }
    const run = () => pushAnnouncements(site.services);
    await site.together([run, run, run]);
    const delayed = await db.selectFrom('announcement_pushes').select(['state', 'next_at']).execute();
    expect(delayed).toHaveLength(30);
    const soon = site.services.now().getTime() + 500_000;
    expect(delayed.filter((push) => push.state !== 'waiting' || push.next_at.getTime() < soon)).toEqual([]);
  },
  { without: withoutOrder },
);
