import { type Command, UsageError } from '../command.ts';
import { openRunningSite, openSiteExclusively } from '../db/site.ts';
import { openFileStore } from '../files/store.ts';
import type { Manifest } from './archive.ts';
import { createBackup } from './backup.service.ts';
import { restoreBackup as restoreInto } from './restore.service.ts';

const contents = ({ tables, files }: Manifest) =>
  `${tables.length} tables and ${files.length} ${files.length === 1 ? 'file' : 'files'}`;

/** Writes the whole site into one file, while it runs or not; ends with 1 when a kept file is missing or damaged. */
export const backupCommand: Command = {
  usage: ['backup FILE'],
  run: async ([file, ...more], { config, note, print }) => {
    if (!file || more.length > 0) throw new UsageError();
    const settings = config();
    const site = await openRunningSite(settings, { log: note });
    try {
      const source = {
        connection: site.connection,
        files: openFileStore(settings),
        now: () => new Date(),
      };
      const { manifest, wrong } = await createBackup(source, file);
      for (const line of wrong) note(line);
      print(`${file} holds ${contents(manifest)}.`);
      note('The secret of the site is not in it. Without it, passes and links that were given out are void.');
      return wrong.length > 0 ? 1 : 0;
    } finally {
      await site.close();
    }
  },
};

/** Puts a backup into an empty site that does not run. */
export const restoreCommand: Command = {
  usage: ['restore FILE'],
  run: async ([file, ...more], { config, note, print }) => {
    if (!file || more.length > 0) throw new UsageError();
    const settings = config();
    const site = await openSiteExclusively(settings, { log: note });
    try {
      const target = {
        connection: site.connection,
        files: openFileStore(settings),
        dataDir: settings.dataDir,
      };
      print(`Restored ${contents(await restoreInto(target, file))}.`);
    } finally {
      await site.close();
    }
  },
};
