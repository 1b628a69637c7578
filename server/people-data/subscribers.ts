import type { SessionHolder, SessionServices, StreamSession } from '../platform/sessions/session-holders.ts';
import { findSessionHolder, listSignedInUsers } from './sessions.service.ts';

/** Lists who holds these sessions now, by token. A token without an entry has no live session any more. */
export async function listSubscribers(
  services: SessionServices,
  sessions: readonly StreamSession[],
): Promise<Map<string, SessionHolder>> {
  const users = sessions.filter(({ kind }) => kind === 'user').map(({ token }) => token);
  const found = new Map<string, SessionHolder>(
    users.length > 0 ? await listSignedInUsers(services, users) : [],
  );
  const others = sessions.filter(({ kind }) => kind !== 'user');
  const holders = await Promise.all(
    others.map(({ kind, token }) => findSessionHolder(services, kind, token)),
  );
  for (const [at, holder] of holders.entries()) if (holder) found.set(others[at]!.token, holder);
  return found;
}
