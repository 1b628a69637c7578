import { deleteExpiredSessions } from '../../people-data/sessions.service.ts';
import type { Services } from '../../platform/services.ts';
import { deleteExpired } from './auth.queries.ts';
import { longestEmailLimit } from './sign-in-codes.service.ts';

/** Deletes expired sessions, unfinished sign-ins, links and codes. */
export async function deleteExpiredSignIns(services: Services): Promise<void> {
  const { db, now } = services;
  await deleteExpiredSessions(services);
  await deleteExpired(db, now(), new Date(now().getTime() - longestEmailLimit));
}
