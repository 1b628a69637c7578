import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { canEnterFolder, selectAccount } from './account.ts';

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
