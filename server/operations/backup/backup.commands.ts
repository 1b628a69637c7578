import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { formatCount } from '../../../contract/platform/format.ts';
import { askForPassphrase } from '../../platform/ask-for-passphrase.ts';
import type { Command } from '../../platform/command.ts';
import { openRunningSite, openSiteExclusively } from '../../platform/db/lease.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { secretFile, toSecretMark } from '../../platform/secret.ts';
import type { Manifest } from './archive.ts';
import { createBackup } from './backup.service.ts';
import { storeLastBackup } from './backup-download.service.ts';
import { readBackupSecret, restoreBackup } from './restore.service.ts';
import { openSecret, sealSecret } from './sealed-secret.ts';

const formatContents = ({ tables, files }: Manifest) =>
  `${tables.length} tables and ${formatCount(files.length, 'file')}`;

/** Writes the whole site into one file, whether it runs or not; exits with 1 when a stored file is missing or damaged. */
export const backupCommand: Command = {
  usage: {
    'backup FILE [--with-secret]':
      'Writes the whole site into one file, whether it runs or not; with SECRET_KEY under a passphrase that it asks for.',
  },
  run: async ({ words: [file = ''], options }, { config, note, print }) => {
    const settings = config();
    const withSecret = options['with-secret'] === true;
    const secret = withSecret
      ? { secret: await sealSecret(settings.secretKey, await askForPassphrase('Passphrase: ', true)) }
      : {};
    const site = await openRunningSite(settings, { log: note, anySchema: true });
    try {
      const source = {
        connection: site.owner,
        files: await openFileStore(settings),
        now: () => new Date(),
        ...secret,
      };
      const { manifest, problems } = await createBackup(source, file);
      for (const line of problems) note(line);
      await storeLastBackup(site.db, { at: manifest.madeAt, missingFiles: problems.length }).catch(() =>
        note('The page of the site does not show this backup: its database is of another version.'),
      );
      print(`${file} contains ${formatContents(manifest)}.`);
      note(
        withSecret
          ? 'It contains SECRET_KEY, which only the passphrase opens.'
          : 'It does not contain SECRET_KEY. Keep that too, or back up with --with-secret: without it, passes and links that were sent are invalid.',
      );
      return problems.length > 0 ? 1 : 0;
    } finally {
      await site.close();
    }
  },
};

const lostPasses = `The backup is from a site with another SECRET_KEY. After the restore these do not work any more:
- passes that were saved, printed or added to a wallet (stations refuse them)
- links of emails that were sent: to guardians, invitations, unsubscribing
- notifications on phones, until they are turned on again, and codes of shifts
Accounts, sessions and everything else work. People find their new pass on their dashboard.
To keep the old ones, stop here and restore with the old secret: --with-secret FILE, a file that holds the old SECRET_KEY.
Otherwise send everybody their new pass once the site runs: npm run cli -- passes mail`;

/** Finds the secret of a backup: the site's own, that of a file, or the backup's. Returns nothing when there is none. Throws sentences. */
async function findSecret(
  { mark, sealed }: Awaited<ReturnType<typeof readBackupSecret>>,
  { file, own }: { file: string | undefined; own: string },
): Promise<string | undefined> {
  if (file !== undefined) {
    const given = readFileSync(file, 'utf8').trim();
    if (mark === undefined || toSecretMark(given) === mark) return given;
    throw new Error(`${file} does not hold the SECRET_KEY of this backup. Nothing was restored.`);
  }
  if (mark === undefined || toSecretMark(own) === mark) return own;
  const passphrase =
    sealed &&
    (await askForPassphrase('Passphrase of the backup (nothing to restore without its SECRET_KEY): '));
  return sealed && passphrase ? openSecret(sealed, passphrase) : undefined;
}

/** Exits with 3 when it has restored everything but passes and links of before do not work. */
export const restoreCommand: Command = {
  usage: {
    'restore FILE [--with-secret FILE]':
      'Fills an empty site that is not running with a backup; the second file holds the SECRET_KEY of before.',
  },
  run: async ({ words: [file = ''], options }, { config, note, print }) => {
    const settings = config();
    const named = options['with-secret'] as string | undefined;
    const own = settings.secretKey;
    const secret = await findSecret(await readBackupSecret(file), { file: named, own });
    if (secret === undefined) note(lostPasses);
    const site = await openSiteExclusively(settings, { log: note });
    try {
      const target = {
        connection: site.connection,
        files: await openFileStore(settings),
        dataDir: settings.dataDir,
      };
      print(`Restored ${formatContents(await restoreBackup(target, file))}.`);
    } finally {
      await site.close();
    }
    if (secret === undefined) return 3;
    if (secret === own) return 0;
    const kept = secretFile(settings.dataDir);
    rmSync(kept, { force: true });
    writeFileSync(kept, `${secret}\n`, { mode: 0o600, flush: true });
    if (config().secretKey === secret) return 0;
    note(
      `The SECRET_KEY of the backup is in ${kept}. This site is set to another one: remove that and set SECRET_KEY_FILE=${kept} before you start it, or passes and links of before do not work.`,
    );
    return 3;
  },
};
