import type { Command } from '../../platform/command.ts';
import { openRunningSite, openSiteExclusively } from '../../platform/db/site.ts';
import { openFileStore } from '../../platform/files/store.ts';
import type { Manifest } from './archive.ts';
import { createBackup } from './backup.service.ts';
import { restoreBackup } from './restore.service.ts';

const formatContents = ({ tables, files }: Manifest) =>
  `${tables.length} tables and ${files.length} ${files.length === 1 ? 'file' : 'files'}`;

/** Writes the whole site into one file, whether it runs or not; exits with 1 when a stored file is missing or damaged. */
export const backupCommand: Command = {
  usage: { 'backup FILE': 'Writes the whole site into one file, whether it runs or not.' },
  run: async ({ words: [file = ''] }, { config, note, print }) => {
    const settings = config();
    const site = await openRunningSite(settings, { log: note, anySchema: true });
    try {
      const source = {
        connection: site.owner,
        files: openFileStore(settings),
        now: () => new Date(),
      };
      const { manifest, problems } = await createBackup(source, file);
      for (const line of problems) note(line);
      print(`${file} contains ${formatContents(manifest)}.`);
      note(
        'It does not contain SECRET_KEY. Keep that too: without it, passes and links that were sent are invalid.',
      );
      return problems.length > 0 ? 1 : 0;
    } finally {
      await site.close();
    }
  },
};

export const restoreCommand: Command = {
  usage: { 'restore FILE': 'Fills an empty site that is not running with a backup.' },
  run: async ({ words: [file = ''] }, { config, note, print }) => {
    const settings = config();
    const site = await openSiteExclusively(settings, { log: note });
    try {
      const target = {
        connection: site.connection,
        files: openFileStore(settings),
        dataDir: settings.dataDir,
      };
      print(`Restored ${formatContents(await restoreBackup(target, file))}.`);
    } finally {
      await site.close();
    }
  },
};
