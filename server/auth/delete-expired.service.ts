import { limits } from '../../contract/limits.ts';
import type { Services } from '../services.ts';
import { deleteExpiredSessions } from '../sessions/sessions.service.ts';
import { deleteCodesBefore, deleteExpiredFlows, deleteExpiredLinks } from './delete-expired.queries.ts';

// Codes outlive their use: the limits on emails count them.
const longestLimit = Math.max(...limits.signInCode.perMailbox.map(({ within }) => within));

/** Deletes what signing in leaves behind: sessions that are over, unfinished sign-ins, links and codes. */
export async function deleteExpiredSignIns(services: Services): Promise<void> {
  const { db, now } = services;
  await deleteExpiredSessions(services);
  await deleteExpiredFlows(db, now());
  await deleteExpiredLinks(db, now());
  await deleteCodesBefore(db, new Date(now().getTime() - longestLimit));
}
