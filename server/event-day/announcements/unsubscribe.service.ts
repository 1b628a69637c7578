import { parseUnsubscribeToken } from '../../platform/mail/unsubscribe-link.ts';
import type { Services } from '../../platform/services.ts';
import { deleteUnsubscribed, insertUnsubscribed } from './announcements.queries.ts';

/** Whether a token is one that an email had; the account may be deleted since. */
export function isUnsubscribeToken({ config }: Pick<Services, 'config'>, token: string): boolean {
  return parseUnsubscribeToken(config, token) !== undefined;
}

/** Unsubscribes the user of a token from announcements, or undoes that; returns whether the token is genuine. */
export async function unsubscribe(
  { db, config, now }: Pick<Services, 'db' | 'config' | 'now'>,
  token: string,
  { undo }: { undo: boolean },
): Promise<boolean> {
  const userId = parseUnsubscribeToken(config, token);
  if (!userId) return false;
  await (undo ? deleteUnsubscribed(db, userId) : insertUnsubscribed(db, userId, now()));
  return true;
}
