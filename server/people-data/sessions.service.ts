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

/** Opens a user's session, ends the one it replaces, and returns its token. */
export async function openUserSession(
  services: Random & Pick<SessionServices, 'now'>,
  db: Db,
  userId: string,
  replaced?: string,
): Promise<string> {
  if (replaced) await closeSession(db, 'user', replaced);
  const token = createToken(services);
  await queries.insertUserSession(db, hashToken(token), userId, services.now());
  return token;
}

/** Opens a judge's session, ends the one it replaces, and returns its token. */
export async function openJudgeSession(
  services: Random & Pick<SessionServices, 'now'>,
  db: Db,
  judgeId: string,
  replaced?: string,
): Promise<string> {
  if (replaced) await closeSession(db, 'judge', replaced);
  const token = createToken(services);
  await queries.insertJudgeSession(db, {
    token_hash: hashToken(token),
    judge_id: judgeId,
    created_at: services.now(),
  });
  return token;
}

/** Opens a session for whoever entered the review password, or for a user who needs none, and returns its token. */
export async function openReviewerSession(
  services: Random & SessionServices,
  storedHash: string | undefined,
  openedBy: string | null = null,
): Promise<string> {
  const token = createToken(services);
  await queries.insertReviewerSession(services.db, {
    token_hash: hashToken(token),
    password_mark: toPasswordMark(services, storedHash),
    created_at: services.now(),
    opened_by: openedBy,
  });
  return token;
}

// A reviewer's session carries a mark of the password that opened it, so that another password ends it.
function toPasswordMark({ config }: Keys, storedHash: string | undefined): Buffer {
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
