import { listPrizes } from '../../contract/event/event.ts';
import { isRegistrationOpen } from '../../contract/event/phases.ts';
import { listSlots } from '../../contract/event/program.ts';
import type * as contract from '../../contract/event/site.ts';
import { paths } from '../../contract/platform/pages.ts';
import { listJudgedPrizes } from '../../contract/projects/prizes.ts';
import type { Call } from '../platform/http/call.ts';
import { Download } from '../platform/http/download.ts';
import { getPushKey } from '../platform/push/vapid.ts';
import { perEvent, type Services } from '../platform/services.ts';
import { formatCalendar } from './calendar.ts';
import { findEventVersion } from './event.queries.ts';
import { areResultsPublished, isGalleryOpen } from './project-switches.ts';

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
          areas: event.projects.areas.length > 0 ? event.projects.areas : undefined,
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
    links: {
      ...event.links,
      results:
        event.links.results ??
        ((await areResultsPublished(services.db).catch(() => false)) ? paths.results : undefined),
    },
    wallets: { apple: config.apple !== undefined, google: config.google !== undefined },
  };
}

type Schedule = Pick<Services, 'db' | 'event' | 'config'>;

export async function formatSchedule({ db, event, config }: Schedule, madeAt: Date, { asOne = false } = {}) {
  const edition = { host: config.publicUrl.hostname, madeAt, version: await findEventVersion(db) };
  return formatCalendar(event, edition, { asOne });
}

export async function getCalendar(
  services: Schedule & Pick<Services, 'now'>,
  { query }: Call<typeof contract.getCalendar>,
): Promise<Download> {
  const asOne = query.as === 'one';
  return new Download('schedule.ics', await formatSchedule(services, services.now(), { asOne }));
}
