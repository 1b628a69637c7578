import type { Command } from '../platform/command.ts';
import { countRunningSites } from '../platform/db/lease.ts';
import { copyFiles, removeCopiedFiles } from '../platform/files/move-files.service.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { acceptStorage, toSharedSettings } from './shared-settings.queries.ts';

/** Copies all files between the folder and the bucket; repeats copy what is new. Exits with 1 when one cannot be copied. */
export const filesCommand: Command = {
  usage: {
    'files move bucket [--remove-originals]':
      'Copies all files from the folder to the bucket; repeats copy what is new.',
    'files move folder [--remove-originals]': 'Copies all files from the bucket to the folder.',
  },
  run: async ({ words: [, target], options }, { open, print, note }) => {
    const { db, config } = await open();
    if (!config.s3)
      throw new Error(
        'Set S3_BUCKET and the other S3_ variables of the bucket, also to move files out of it.',
      );
    const { dataDir } = config;
    const [bucket, folder] = [await openFileStore(config), await openFileStore({ dataDir, s3: undefined })];
    const [from, to] = target === 'bucket' ? [folder, bucket] : [bucket, folder];
    await to.probe();
    const { copied, present, problems } = await copyFiles({ db, from, to, dataDir });
    for (const problem of problems) note(problem);
    print(`Files copied to the ${target}: ${copied}. There already: ${present}.`);
    if (problems.length > 0) return 1;
    if ((await countRunningSites(db)) > 0) {
      note(
        'The site is running: stop it and repeat this, so that files which it receives meanwhile come too.',
      );
      return 0;
    }
    const s3 = target === 'bucket' ? config.s3 : undefined;
    await acceptStorage(db, toSharedSettings({ ...config, s3 }).storage);
    note(`Now start the site ${target === 'bucket' ? 'with' : 'without'} the S3_ variables.`);
    if (options['remove-originals'])
      print(`Originals removed: ${await removeCopiedFiles({ db, from, to })}.`);
    else note('The originals are still there. To remove them, repeat this with --remove-originals.');
    return 0;
  },
};
