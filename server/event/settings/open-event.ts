import { isDeepStrictEqual } from 'node:util';
import { createServices } from '../../people-data/create-services.ts';
import type { Services } from '../../platform/services.ts';
import { checkEvent } from '../event-document.ts';
import { readEventFolder } from '../event-folder.ts';
import { convertOldEvent } from '../old-form/convert-old-event.ts';
import { storeEventFolder } from './event-files.service.ts';
import { getNewestVersion } from './event-versions.ts';
import { hasOldEvent, selectNewestVersion } from './settings.queries.ts';

type Site = Pick<Services, 'db' | 'pool' | 'config' | 'log'>;

/**
 * Creates the services of a site with the newest version of its event, which an empty site is given first. Throws EventError,
 * and sentences for the operator.
 */
export async function openServices(site: Site): Promise<Services> {
  const { db } = site;
  if (!(await selectNewestVersion(db))) await ((await hasOldEvent(db)) ? convertOldEvent : seedEvent)(site);
  return createServices({ ...site, event: (await getNewestVersion(db)).event });
}

/** Makes the event of a folder the first version, unless another instance of the program is faster. */
async function seedEvent(site: Site): Promise<void> {
  const folder = await readEventFolder(site.config.seedEvent);
  const services = await createServices({ ...site, event: folder.event });
  const isFirst = await storeEventFolder(services, folder, { after: 0 });
  services.pictures.close();
  if (isFirst)
    site.log.info(
      { folder: folder.folder },
      `This site is new and begins with the event “${folder.event.name}”`,
    );
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
 * Keeps `services.event` up to date on this instance of the program: a new version notifies the topic `event`, each instance reads it
 * and calls `onReplaced`, with which `app.ts` renders the public pages anew.
 */
export function followEvent(services: Services, onReplaced: () => Promise<void>): void {
  let last: Promise<void> = Promise.resolve();
  let isReplaced = false;
  const update = async () => {
    try {
      isReplaced = (await reloadEvent(services)) || isReplaced;
      if (isReplaced) await onReplaced();
      isReplaced = false;
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
