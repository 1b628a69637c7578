import { type Takeable, takeable } from '../../../contract/operations/backup.ts';
import { getNewestVersion } from '../../event/settings/event-versions.ts';
import { createNextEvent, eventParts } from '../../event/settings/next-event.ts';
import { openServices } from '../../event/settings/open-event.ts';
import { type Command, type Shell, UsageError } from '../../platform/command.ts';
import type { Config } from '../../platform/config.ts';
import { openSiteExclusively } from '../../platform/db/lease.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { listPendingMigrations } from '../../platform/db/schema.ts';
import { upsertSetting } from '../../platform/db/settings.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { startNewEvent } from './new-event.service.ts';
import { type ClosedEvent, closedEventKey } from './next-event.service.ts';
import { writeSiteAfterEvent } from './static-site.commands.ts';

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

/** Asks which parts the next event keeps. */
export async function askWhatToTake(ask: NonNullable<Shell['ask']>): Promise<Takeable[]> {
  const taken: Takeable[] = [];
  for (const part of takeable) if (/^y(es)?$/i.test(await ask(`${questions[part]} [y/N] `))) taken.push(part);
  return taken;
}

/**
 * Archives the event in a folder and empties the site, which must not run, but for organizers and what the next event takes
 * along. How it went is stored for the page of the owners. Throws sentences for the operator.
 */
export async function closeEvent(
  settings: Config,
  folder: string,
  choose: () => Promise<readonly Takeable[]>,
  note: (line: string) => void,
  by: string | null = null,
): Promise<void> {
  const site = await openSiteExclusively(settings, { log: note });
  const { db } = openDatabase(site.connection, { max: 4 });
  const store = (closed: ClosedEvent) => upsertSetting(db, closedEventKey, closed);
  try {
    if ((await listPendingMigrations(db)).length > 0)
      throw new Error(
        'This database belongs to an older version of the program. Start the site once before.',
      );
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const services = await openServices({ db, config: settings, log });
    const taken = await choose();
    const parts = eventParts.filter((part) => taken.includes(part));
    const { document } = await getNewestVersion(db);
    const next = parts.length > 0 && (await createNextEvent(document, parts, settings.seedEvent));
    const source = {
      connection: site.connection,
      files: await openFileStore(settings),
      now: services.now,
      event: services.event.name,
      taken: { team: taken.includes('team'), ...(next && { document: next }) },
      writeSite: async (target: string) => void (await writeSiteAfterEvent(services, target)),
      note,
      by,
    };
    await startNewEvent(source, folder);
    await store({ folder, problem: null });
  } catch (error) {
    await store({ folder, problem: (error as Error).message }).catch(() => undefined);
    throw error;
  } finally {
    await db.destroy();
    await site.close();
  }
}

export const newEventCommand: Command = {
  usage: {
    'new-event FOLDER [--take LIST]':
      'Closes the event of a site that is not running: archives it in an empty folder, then empties the site but for organizers and what the next event takes along (settings,team,sponsors,questions); it lists what goes and what stays.',
  },
  run: async ({ words: [folder = ''], options }, { config, note, print, ask }) => {
    const given = options.take === undefined ? undefined : parseTaken(String(options.take));
    const choose = async () => given ?? (ask ? await askWhatToTake(ask) : []);
    await closeEvent(config(), folder, choose, note);
    print(
      `${folder} contains the archive. The site is empty: start it, and set up the next event in Settings.`,
    );
    note('npm run cli -- restore FOLDER/backup.zip brings the old event back into an empty site.');
  },
};
