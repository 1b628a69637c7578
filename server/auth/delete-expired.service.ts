import { limits } from '../../contract/limits.ts';
import type { Services } from '../services.ts';
import { deleteCodesBefore, deleteExpiredRows } from './delete-expired.queries.ts';
import { longestSession } from './sessions.service.ts';

const longestLimit = Math.max(...limits.emailCode.mails.map(({ within }) => within));

/** The hourly job that forgets what signing in has left behind. */
export async function deleteExpiredSignIns({ db, now }: Services): Promise<void> {
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  await deleteExpiredRows(db, now(), before(longestSession));
  await deleteCodesBefore(db, before(longestLimit));
}
