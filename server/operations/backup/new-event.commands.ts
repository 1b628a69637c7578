import { openServices } from '../../event/settings/open-event.ts';
import type { Command } from '../../platform/command.ts';
import { listPendingMigrations } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { openSiteExclusively } from '../../platform/db/site.ts';
import { openFileStore } from '../../platform/files/store.ts';
import { startNewEvent } from './new-event.service.ts';
import { writeSiteAfterEvent } from './static-site.commands.ts';

export const newEventCommand: Command = {
  usage: {
    'new-event FOLDER':
      'Closes the event of a site that is not running: archives it in an empty folder, then empties the site but for organizers; it lists what goes and what stays.',
  },
  run: async ({ words: [folder = ''] }, { config, note, print }) => {
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
      const source = {
        connection: site.connection,
        files: openFileStore(settings),
        now: services.now,
        event: services.event.name,
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
