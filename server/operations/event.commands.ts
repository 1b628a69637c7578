import path from 'node:path';
import { requireFonts } from '../after/certificates/typefaces.ts';
import { describeMissingFile, listMissingFiles } from '../event/event-files.ts';
import { EventConfigError, eventFile, loadEvent } from '../event/load.ts';
import type { Command } from '../platform/command.ts';

export const checkEventCommand: Command = {
  usage: {
    'check-event': 'Checks event/ as the start does, with the files that it names, while the site runs.',
  },
  run: async (_given, { print }) => {
    const event = await loadEvent();
    await requireFonts(event.certificates?.fonts ?? []);
    const missing = listMissingFiles(event, path.dirname(eventFile));
    if (missing.length > 0) throw new EventConfigError(missing.map(describeMissingFile).join('\n'));
    print(`event/ has no mistakes. Restart the site to show ${event.name} as it is there.`);
  },
};
