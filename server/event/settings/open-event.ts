import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../../contract/event/event.ts';
import { sectionNames } from '../../../contract/event/settings.ts';
import { lockKey } from '../../platform/db/locks.ts';
import { transact } from '../../platform/db/transact.ts';
import { createServices, type Services } from '../../platform/services.ts';
import { checkEvent, readEventFolder, toDocument } from '../event-document.ts';
import { convertOldEvent } from './convert-old-event.ts';
import { hasOldEvent, insertVersion, selectNewestVersion } from './settings.queries.ts';

type Site = Pick<Services, 'db' | 'config' | 'log'>;

/** Creates the services of a site with its event. Throws EventError, and sentences for the operator. */
export async function openServices(site: Site & Pick<Services, 'pool'>): Promise<Services> {
  return createServices({ ...site, event: await openEvent(site) });
}

/** Returns the newest version of the event, which an empty site is given first. */
async function openEvent(site: Site): Promise<Event> {
  const { db, config } = site;
  const newest = await selectNewestVersion(db);
  if (newest) return checkEvent(newest.document);
  if (await hasOldEvent(db)) await convertOldEvent(site);
  else await seedEvent(site, await readEventFolder(config.seedEvent));
  return checkEvent((await selectNewestVersion(db))!.document);
}

/** Makes an event the first version, unless another copy of the program was faster. */
export async function seedEvent({ db, config, log }: Site, event: Event): Promise<void> {
  const isFirst = await transact(db, async (trx) => {
    await lockKey(trx, 'settings');
    if (await selectNewestVersion(trx)) return false;
    const document = toDocument(event);
    await insertVersion(trx, { version: 1, document, sections: sectionNames, origin: 'seed', by: null });
    return true;
  });
  if (isFirst)
    log.info({ folder: config.seedEvent }, `This site is new and begins with the event “${event.name}”`);
}

/** Reads the newest version and replaces `services.event` if it differs. Returns whether it does. */
async function reloadEvent(services: Services): Promise<boolean> {
  const newest = await selectNewestVersion(services.db);
  if (!newest) return false;
  const event = checkEvent(newest.document);
  if (isDeepStrictEqual(event, services.event)) return false;
  services.event = event;
  return true;
}

/**
 * Keeps `services.event` up to date on this copy of the program: a new version notifies the topic `event`, each copy reads it
 * and calls `onReplaced`, with which `app.ts` renders the public pages anew.
 */
export function followEvent(services: Services, onReplaced: () => void): void {
  let last: Promise<void> = Promise.resolve();
  const update = async () => {
    try {
      if (await reloadEvent(services)) onReplaced();
    } catch (error) {
      services.log.error({ err: error }, 'The event could not be read');
      setTimeout(follow, 1000).unref();
    }
  };
  // One after the other: the last one has seen every change.
  const follow = () => {
    last = last.then(update);
    return last;
  };
  services.live.watch('event', follow);
}
