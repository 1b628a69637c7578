import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { canEnterFolder, selectAccount } from './embedded-account.ts';

/** Where things live that an unprivileged account must reach when the program itself lies in root's closed home. */
export const SHARED_HOME = '/var/lib/overnight';

/**
 * The data folder when DATA_DIR does not name one: `data` in the checkout. Started as root from a folder that the
 * database's account cannot enter, one below /var/lib/overnight that belongs to this checkout.
 */
export function defaultDataDir(checkout = join(import.meta.dirname, '../..')): string {
  const beside = join(checkout, 'data');
  if (process.getuid?.() !== 0) return beside;
  const account = selectAccount(join(beside, 'postgres'));
  if (canEnterFolder(account, checkout)) return beside;
  const place = realpathSync(checkout);
  const mark = createHash('sha256').update(place).digest('hex').slice(0, 8);
  return join(SHARED_HOME, `${basename(place)}-${mark}`);
}
