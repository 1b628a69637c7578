import { listPrizes } from '../../contract/event/event.ts';
import { isRegistrationOpen } from '../../contract/event/phases.ts';
import { listSlots } from '../../contract/event/program.ts';
import type * as contract from '../../contract/event/site.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import { findEventVersion } from '../platform/db/settings.ts';
import type { Call } from '../platform/http/call.ts';
import { Download } from '../platform/http/download.ts';
import { formatCalendar } from '../platform/mail/calendar.ts';
import { getPushKey } from '../platform/push/vapid.ts';
import { perEvent, type Services } from '../platform/services.ts';
import { isGalleryOpen } from './project-switches.ts';

const getProgram = perEvent(({ event }) => listSlots(event));

/** Returns the event as pages need it, with what depends on the moment and on the configuration. */
export async function getEvent(services: Services): Promise<contract.EventView> {
  const { event, config, now } = services;
  return {
    ...event,
    program: getProgram(services),
    questions: event.questions.length > 0 ? event.questions : undefined,
    agreements: event.agreements.length > 0 ? event.agreements : undefined,
    walkIns: event.walkIns || undefined,
    pushKey: event.pushNotifications ? getPushKey(config) : undefined,
    resumeBook: event.resumeBook && (true as const),
    feedback: event.feedback && (true as const),
    certificates: event.certificates && (true as const),
    projects: event.projects
      ? {
          // Pages show the event without the database too.
          galleryOpen: (await isGalleryOpen(services).catch(() => false)) || undefined,
          prizes: listPrizes(event).map((prize) => {
            const judged = listJudgedPrizes(event).find(({ key }) => key === prize.key);
            return judged ? { ...prize, judging: { by: judged.judgedBy, rubric: judged.criteria } } : prize;
          }),
        }
      : undefined,
    registration: {
      ...event.registration,
      open: isRegistrationOpen(event.registration, now().getTime()),
    },
    community: event.links.community,
    wallets: { apple: config.apple !== undefined, google: config.google !== undefined },
  };
}

/** Returns the schedule in the iCalendar format. */
export async function getCalendar(
  { db, event, config, now }: Pick<Services, 'db' | 'event' | 'config' | 'now'>,
  { query }: Call<typeof contract.getCalendar>,
): Promise<Download> {
  const edition = { host: config.publicUrl.hostname, madeAt: now(), version: await findEventVersion(db) };
  return new Download('schedule.ics', formatCalendar(event, edition, { asOne: query.as === 'one' }));
}
