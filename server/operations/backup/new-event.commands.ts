import { getNewestVersion } from '../../event/settings/event-versions.ts';
import { createNextEvent, eventParts } from '../../event/settings/next-event.ts';
import { openServices } from '../../event/settings/open-event.ts';
import { type Command, type Shell, UsageError } from '../../platform/command.ts';
import { openSiteExclusively } from '../../platform/db/lease.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { listPendingMigrations } from '../../platform/db/schema.ts';
import { openFileStore } from '../../platform/files/store.ts';
import { startNewEvent } from './new-event.service.ts';
import { writeSiteAfterEvent } from './static-site.commands.ts';

const takeable = [...eventParts, 'team'] as const;
type Takeable = (typeof takeable)[number];

const questions: Record<Takeable, string> = {
  settings: 'Take along the settings: tracks, rubrics, schedule, texts, switches?',
  sponsors: 'The sponsors?',
  questions: 'The questions and agreements of the form?',
  team: 'The accounts of reviewers and leads?',
};

const isTakeable = (word: string): word is Takeable => takeable.some((known) => known === word);

/** Parses `settings,team`. Throws UsageError. */
function parseTaken(list: string): Takeable[] {
  const words = list.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !isTakeable(word));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is not one of ${takeable.join(', ')}.`);
  return words.filter(isTakeable);
}

/** Asks what the next event takes along, a part after the other. */
export async function askWhatToTake(ask: NonNullable<Shell['ask']>): Promise<Takeable[]> {
  const taken: Takeable[] = [];
  for (const part of takeable) if (/^y(es)?$/i.test(await ask(`${questions[part]} [y/N] `))) taken.push(part);
  return taken;
}

export const newEventCommand: Command = {
  usage: {
    'new-event FOLDER [--take LIST]':
      'Closes the event of a site that is not running: archives it in an empty folder, then empties the site but for organizers and what the next event takes along (settings,team,sponsors,questions); it lists what goes and what stays.',
  },
  run: async ({ words: [folder = ''], options }, { config, note, print, ask }) => {
    const given = options.take === undefined ? undefined : parseTaken(String(options.take));
    const settings = config();
    const site = await openSiteExclusively(settings, { log: note });
    const { db } = openDatabase(site.connection, { max: 4 });
    try {
      if ((await listPendingMigrations(db)).length > 0)
        throw new Error(
          'This database belongs to an older version of the program. Start the site once before.',
        );
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const services = await openServices({ db, config: settings, log });
      const taken = given ?? (ask ? await askWhatToTake(ask) : []);
      const parts = eventParts.filter((part) => taken.includes(part));
      const { document } = await getNewestVersion(db);
      const next = parts.length > 0 && (await createNextEvent(document, parts, settings.seedEvent));
      const source = {
        connection: site.connection,
        files: openFileStore(settings),
        now: services.now,
        event: services.event.name,
        taken: { team: taken.includes('team'), ...(next && { document: next }) },
        writeSite: async (target: string) => void (await writeSiteAfterEvent(services, target)),
        note,
      };
      await startNewEvent(source, folder);
      print(
        `${folder} contains the archive. The site is empty: start it, and set up the next event in Settings.`,
      );
      note('npm run cli -- restore FOLDER/backup.zip brings the old event back into an empty site.');
    } finally {
      await db.destroy();
      await site.close();
    }
  },
};
