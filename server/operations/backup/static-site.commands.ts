import { listSlots } from '../../../contract/event/program.ts';
import { buildApp } from '../../app.ts';
import type { Command } from '../../platform/command.ts';
import type { Services } from '../../platform/services.ts';
import { writeStaticSite } from './static-site.service.ts';

/**
 * Writes the public pages into a folder, as they are once the event is over; returns their addresses. Throws when the pages
 * are not built.
 */
export async function writeSiteAfterEvent(services: Services, folder: string): Promise<string[]> {
  const end = Math.max(...listSlots(services.event).map(({ endsAt }) => endsAt));
  const app = await buildApp({ ...services, now: () => new Date(Math.max(Date.now(), end + 1000)) });
  try {
    const pages = await writeStaticSite(app, folder);
    if (pages.length === 0) throw new Error('There are no built pages: run npm run build first.');
    return pages;
  } finally {
    await app.close();
  }
}

export const archiveCommand: Command = {
  usage: {
    'archive FOLDER':
      'Writes landing page, schedule, gallery and results as files that any web server can serve, as they are after the event.',
  },
  run: async ({ words: [folder = ''] }, { open, print, note }) => {
    const services = await open();
    const pages = await writeSiteAfterEvent(services, folder);
    print(`${folder} contains ${pages.length} pages.`);
    if (!services.event.projects) return;
    for (const [address, what] of [
      ['/projects', 'The gallery is closed, and is not among them.'],
      ['/projects/results', 'The results are not published, and are not among them.'],
    ] as const)
      if (!pages.includes(address)) note(what);
  },
};
