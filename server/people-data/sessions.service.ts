import { timingSafeEqual } from 'node:crypto';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import { minute } from '../../contract/platform/durations.ts';
import { sessionLifetimes } from '../../contract/platform/session-lifetimes.ts';
import type { Db } from '../platform/db/open.ts';
import { sign } from '../platform/secret.ts';
import {
  createToken,
  hashToken,
  type Keys,
  longestSession,
  type Random,
  type SessionHolder,
  type SessionKind,
  type SessionServices,
  type Sessions,
  type SignedInUser,
  type StreamSession,
} from '../platform/sessions/session-holders.ts';
import { requireOpenReview } from './blind-review.ts';
import * as queries from './sessions.queries.ts';
import { lockSession } from './users.locks.ts';
import { findApplicant } from './users.queries.ts';
import type { UserRow } from './users-with-status.ts';

declare module '../platform/sessions/session-holders.ts' {
  interface SignedInUser extends UserRow {}
  interface SignedInJudge {
    username: string;
    name: string;
    /** The only track that they score; null for either. */
    track: JudgingTrack | null;
    /** The key of the prize that they score instead of a track. */
    prize: string | null;
  }
}

const tables = {
  user: 'sessions',
  judge: 'judge_sessions',
  reviewer: 'review_sessions',
} as const satisfies Record<SessionKind, queries.SessionTable>;

/** The columns that identify the holder of a session, by kind. */
interface HolderColumns {
  user: { user_id: string };
  judge: { judge_id: string };
  reviewer: { password_mark: Buffer; opened_by?: string };
}

/**
 * Opens a session, ends the one it replaces, and returns its token. The visit of staff is also stored on their account,
 * which outlives the session.
 */
export async function openSession<Kind extends SessionKind>(
  services: Random & Pick<SessionServices, 'now'>,
  db: Db,
  kind: Kind,
  holder: HolderColumns[Kind],
  replaced?: string,
): Promise<string> {
  if (replaced) await closeSession(db, kind, replaced);
  const token = createToken(services);
  const now = services.now();
  const seen = 'user_id' in holder ? { last_seen_at: now } : {};
  const session = { token_hash: hashToken(token), created_at: now, ...seen, ...holder };
  await queries.insertSession(db, tables[kind], session);
  if ('user_id' in holder) await queries.updateStaffSeen(db, holder.user_id, now);
  return token;
}

/** Returns the mark of the review password, which a reviewer's session carries so that another password ends it. */
export function toPasswordMark({ config }: Keys, storedHash: string | undefined): Buffer {
  return sign(config.secretKey, 'score review', config.scoreReviewPassword ?? storedHash ?? '');
}

interface SessionTimes {
  createdAt: Date;
  lastSeenAt: Date;
  /** When the shift of a volunteer without an account ends; null for everybody else. */
  shiftEndsAt: Date | null;
}

/** Returns the holder of a user's session; undefined once it is over. */
function toSignedInUser(
  { createdAt, lastSeenAt, shiftEndsAt, ...user }: UserRow & SessionTimes,
  now: Date,
): SignedInUser | undefined {
  const { idle, absolute } = sessionLifetimes[user.role];
  const at = now.getTime();
  const isOver = shiftEndsAt
    ? now >= shiftEndsAt
    : at - lastSeenAt.getTime() > idle || at - createdAt.getTime() > absolute;
  return isOver ? undefined : { kind: 'user', ...user, signedInAt: createdAt };
}

const find: Record<
  SessionKind,
  (services: SessionServices, token: string, leavesNoTrace?: boolean) => Promise<SessionHolder | undefined>
> = {
  user: async ({ db, now }, token, leavesNoTrace) => {
    const hash = hashToken(token);
    const found = await queries.findUserSession(db, hash);
    if (!found) return undefined;
    const user = toSignedInUser(found, now());
    if (!user) await queries.deleteSession(db, tables.user, hash);
    else if (!leavesNoTrace && now().getTime() - found.lastSeenAt.getTime() > minute) {
      await queries.updateLastSeen(db, hash, now());
      if (user.role !== 'hacker') await queries.updateStaffSeen(db, user.id, now());
    }
    return user;
  },
  judge: async ({ db, now }, token) => {
    const found = await queries.findJudgeSession(db, hashToken(token));
    if (!found || now().getTime() - found.createdAt.getTime() > longestSession.judge) return undefined;
    const { id, username, name, track, prize } = found;
    return { kind: 'judge', id, username, name, track, prize };
  },
  reviewer: async (services, token) => {
    const hash = hashToken(token);
    const found = await queries.findReviewerSession(services.db, hash);
    if (!found || services.now().getTime() - found.createdAt.getTime() > longestSession.reviewer)
      return undefined;
    const mark = toPasswordMark(services, (found.storedHash as string | null) ?? undefined);
    if (!timingSafeEqual(mark, found.mark)) return undefined;
    return { kind: 'reviewer', id: hash.toString('hex'), openedBy: found.openedBy };
  },
};

export const sessions: Sessions = {
  findHolder: (services, kind, token, { leavesNoTrace } = {}) => find[kind](services, token, leavesNoTrace),
  findViewed: async ({ db }, id) => {
    await requireOpenReview(db);
    return findApplicant(db, id);
  },
  lock: lockSession,
};

export async function closeSession(db: Db, kind: SessionKind, token: string): Promise<void> {
  await queries.deleteSession(db, tables[kind], hashToken(token));
}

export async function deleteExpiredSessions({ db, now }: Pick<SessionServices, 'db' | 'now'>): Promise<void> {
  for (const kind of ['user', 'judge', 'reviewer'] as const)
    await queries.deleteSessionsBefore(db, tables[kind], new Date(now().getTime() - longestSession[kind]));
}

/** Lists who holds these sessions now, by token. A token without an entry has no live session any more. */
export async function listSubscribers(services: SessionServices, sessions: readonly StreamSession[]) {
  const { db, now } = services;
  const holders = new Map<string, SessionHolder>();
  const users = new Map(
    sessions
      .filter(({ kind }) => kind === 'user')
      .map(({ token }) => [hashToken(token).toString('hex'), token]),
  );
  // One statement for all users, which does not count as a use of their sessions.
  const hashes = [...users.keys()].map((hash) => Buffer.from(hash, 'hex'));
  const rows = hashes.length > 0 ? await queries.selectUserSessions(db, hashes) : [];
  for (const { tokenHash, ...row } of rows) {
    const user = toSignedInUser(row, now());
    if (user) holders.set(users.get(tokenHash.toString('hex'))!, user);
  }
  const others = sessions.filter(({ kind }) => kind !== 'user');
  await Promise.all(
    others.map(async ({ kind, token }) => {
      const holder = await find[kind](services, token);
      if (holder) holders.set(token, holder);
    }),
  );
  return holders;
}
