import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listDifferences } from '../../../contract/event/differences.ts';
import { sectionNames } from '../../../contract/event/settings.ts';
import type { Command, Shell } from '../../platform/command.ts';
import type { Services } from '../../platform/services.ts';
import { describePath, EventError, toDocument } from '../event-document.ts';
import { replaceFiles } from '../event-files.ts';
import { type EventFolder, readEventFolder } from '../event-folder.ts';
import { listConsequences, listImpossibleDates, listNewDoubts } from './doubts.ts';
import { findStoredFiles, listEventEntries, storeEventFolder } from './event-files.service.ts';
import {
  findChangeRefusal,
  getNewestVersion,
  getSectionValues,
  type NewestVersion,
} from './event-versions.ts';

export const eventCommand: Command = {
  usage: {
    'event export FOLDER': 'Writes the event into a folder: event.json, and the files that it names.',
    'event check FOLDER': 'Checks an event.json and the files that it names, without a site.',
    'event import FOLDER [--yes]':
      'Shows what an event.json would change, and makes it the newest version of the event.',
  },
  run: async ({ words: [action, folder = ''], options }, shell) => {
    if (action === 'export') return exportEvent(folder, shell);
    const source = await readEventFolder(folder);
    if (action === 'check') return shell.print(`${folder} has no mistakes: ${source.event.name}.`);
    return importEvent(source, Boolean(options.yes), shell);
  },
};

async function exportEvent(folder: string, { open, print }: Shell): Promise<void> {
  const services = await open();
  const entries = await listEventEntries(services);
  for (const { name, content } of entries) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content());
  }
  print(`${folder} has ${services.event.name}: event.json and ${entries.length - 1} files.`);
}

async function importEvent(source: EventFolder, isSure: boolean, shell: Shell): Promise<number> {
  const { open, print, note, ask } = shell;
  const services = await open();
  const newest = await getNewestVersion(services.db);
  const refusal = await findChangeRefusal(services.db, newest.event, source.event);
  if (refusal) throw new EventError(Object.values(refusal.fields).join('\n'));
  const changes = await listChanges(services, newest, source);
  if (changes.length === 0) {
    print('The event is like that already.');
    return 0;
  }
  for (const line of changes) print(line);
  const impossible = Object.entries(listImpossibleDates(source.event));
  if (impossible.length > 0) throw new EventError(impossible.map((mistake) => mistake.join(' ')).join('\n'));
  const change = { before: newest.event, next: source.event, now: services.now() };
  const doubts = { ...listNewDoubts(change), ...(await listConsequences(services.db, change)) };
  for (const doubt of Object.values(doubts)) print(`Is this right? ${doubt}`);
  if (!isSure && !/^y(es)?$/i.test((await ask?.('Make this the event? [y/N] ')) ?? '')) {
    note('Nothing was changed. To import it without a question, add --yes.');
    return 1;
  }
  if (!(await storeEventFolder(services, source, { after: newest.version })))
    throw new Error('Somebody has changed the event meanwhile. Nothing was imported: run this again.');
  services.pictures.close();
  print(`This is now the event of the site, on every instance: ${source.event.name}.`);
  return 0;
}

/** Lists what an import would change: each section by its name, and below it the fields. */
async function listChanges({ db }: Pick<Services, 'db'>, { document }: NewestVersion, source: EventFolder) {
  const stored = await findStoredFiles(db, source);
  const next = replaceFiles(
    toDocument(source.event),
    ({ name }) => stored.get(name) ?? source.files.get(name) ?? name,
  );
  return sectionNames.flatMap((section) => {
    const [before, after] = [getSectionValues(document, section), getSectionValues(next, section)];
    const lines = listDifferences(before, after).map(
      ({ path: field, from, to }) => `  ${describePath(field, after)} ${from} → ${to}`,
    );
    return lines.length > 0 ? [section, ...lines] : [];
  });
}
