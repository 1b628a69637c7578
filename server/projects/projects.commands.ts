import { readFile } from 'node:fs/promises';
import type { Command } from '../platform/command.ts';
import { decodeText } from '../platform/parse-csv.ts';
import { importCsv } from './import.service.ts';

export const importProjectsCommand: Command = {
  usage: {
    'import-projects FILE':
      'Imports the projects of a CSV file from Devpost, and says what was not understood; again, it only changes what changed.',
  },
  run: async ({ words: [file = ''] }, { open, print }) => {
    const services = await open();
    if (!services.event.projects) throw new Error('This event has no projects.');
    const { added, changed, unchanged, problems } = await importCsv(services, null, {
      csv: decodeText(await readFile(file)),
    });
    for (const problem of problems) print(problem);
    print(`${added} added, ${changed} changed, ${unchanged} as they were.`);
  },
};
