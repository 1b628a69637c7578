import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The account that the database server runs as. Without `ids` it is the one that started the program. */
export type Account = { name: string; ids?: { uid: number; gid: number } };

/** Returns the account for the server whose data are in `pgdata`. PostgreSQL refuses root, so root starts it as another one. */
export function selectAccount(pgdata: string): Account {
  const owner = getOwner(pgdata);
  const self = process.getuid?.() ?? 0;
  if (self !== 0) {
    if (owner && owner.uid !== self) throw new Error(explainOtherOwner(pgdata, owner.uid));
    return { name: toAccountName(self) };
  }
  if (owner && owner.uid !== 0) return { name: toAccountName(owner.uid), ids: owner };
  const ids =
    listAccounts().find((a) => a.name === 'postgres') ?? listAccounts().find((a) => a.name === 'nobody');
  if (!ids)
    throw new Error(
      'PostgreSQL does not run as root, and there is neither a user "postgres" nor a user "nobody" to run it as. ' +
        'Create one (useradd --system postgres), start the program as an ordinary user, or set DATABASE_URL.',
    );
  return { name: ids.name, ids: { uid: ids.uid, gid: ids.gid } };
}

/** Whether the account may enter the folder. The system itself is asked, because it also knows ACLs and mounts. */
export function canEnterFolder(account: Account, folder: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...account.ids,
    cwd: '/',
    stdio: 'ignore',
  });
  return result.status === 0;
}

/** Returns the outermost folder on the path to `folder` that the account may not enter. */
export function findClosedFolder(account: Account, folder: string): string | undefined {
  if (canEnterFolder(account, folder)) return undefined;
  return (dirname(folder) !== folder && findClosedFolder(account, dirname(folder))) || folder;
}

function getOwner(folder: string): { uid: number; gid: number } | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

function explainOtherOwner(pgdata: string, uid: number): string {
  return (
    `The database in ${pgdata} belongs to the user ${toAccountName(uid)}, probably because the program was started as root before. ` +
    `Start it as root again, or change the owner once: sudo chown -R "$(id -un)" ${dirname(pgdata)}`
  );
}

function toAccountName(uid: number): string {
  return listAccounts().find((a) => a.uid === uid)?.name ?? `number ${uid}`;
}

function listAccounts(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
}

/** The folder for what an unprivileged account must read when the checkout is in root's private home. */
export const sharedHome = '/var/lib/overnight';

/**
 * Returns the data folder when DATA_DIR is not set: `data` in the checkout, or, for root in a checkout that the
 * database's account cannot enter, a folder below /var/lib/overnight for this checkout alone.
 */
export function defaultDataDir(checkout = join(import.meta.dirname, '../..')): string {
  const inCheckout = join(checkout, 'data');
  if (process.getuid?.() !== 0) return inCheckout;
  const account = selectAccount(join(inCheckout, 'postgres'));
  if (canEnterFolder(account, checkout)) return inCheckout;
  const realPath = realpathSync(checkout);
  const hash = createHash('sha256').update(realPath).digest('hex').slice(0, 8);
  return join(sharedHome, `${basename(realPath)}-${hash}`);
}
