import { lockKey } from '../platform/db/locks.ts';
import type { Db } from '../platform/db/open.ts';

/**
 * Locks the places of an event with limited places, against everything that takes or frees one; does nothing for other
 * events. First of all locks.
 */
export async function lockPlaces(trx: Db, { capacity }: { capacity?: number | undefined }): Promise<void> {
  if (capacity !== undefined) await lockKey(trx, 'places');
}
