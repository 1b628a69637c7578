import { timingSafeEqual } from 'node:crypto';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import { sessionLifetimes } from '../../contract/platform/session-lifetimes.ts';
import type { Db } from '../platform/db/open.ts';
import { sign } from '../platform/secret.ts';
import {
  createToken,
  type HolderOf,
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
import {
  deleteSession,
  deleteSessionsBefore,
  findJudgeSession,
  findReviewerSession,
  findUserSession,
  insertJudgeSession,
  insertReviewerSession,
  insertUserSession,
  type SessionTable,
  selectUserSessions,
  updateLastSeen,
  updateStaffSeen,
} from './sessions.queries.ts';
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

const minute = 60_000;

const tables = {
  user: 'sessions',
  judge: 'judge_sessions',
  reviewer: 'review_sessions',
} as const satisfies Record<SessionKind, SessionTable>;

/** Opens a user's session, ends the one it replaces, and returns its token. */
export async function openUserSession(
  services: Random & Pick<SessionServices, 'now'>,
  db: Db,
  userId: string,
  replaced?: string,
): Promise<string> {
  if (replaced) await closeSession(db, 'user', replaced);
  const token = createToken(services);
  await insertUserSession(db, hashToken(token), userId, services.now());
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
  await insertJudgeSession(db, {
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
  await insertReviewerSession(services.db, {
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

const find: {
  [K in SessionKind]: (
    services: SessionServices,
    token: string,
    options: { untraced?: true | undefined },
  ) => Promise<HolderOf<K> | undefined>;
} = {
  user: async ({ db, now }, token, { untraced }) => {
    const hash = hashToken(token);
    const found = await findUserSession(db, hash);
    if (!found) return undefined;
    const { createdAt, lastSeenAt, shiftEndsAt: _, ...user } = found;
    if (isOver(found, now())) {
      await deleteSession(db, tables.user, hash);
      return undefined;
    }
    if (!untraced && now().getTime() - lastSeenAt.getTime() > minute) {
      await updateLastSeen(db, hash, now());
      if (user.role !== 'hacker') await updateStaffSeen(db, user.id, now());
    }
    return { kind: 'user', ...user, signedInAt: createdAt };
  },
  judge: async ({ db, now }, token) => {
    const found = await findJudgeSession(db, hashToken(token));
    if (!found || now().getTime() - found.createdAt.getTime() > longestSession.judge) return undefined;
    const { id, username, name, track, prize } = found;
    return { kind: 'judge', id, username, name, track, prize };
  },
  reviewer: async (services, token) => {
    const hash = hashToken(token);
    const found = await findReviewerSession(services.db, hash);
    if (!found || services.now().getTime() - found.createdAt.getTime() > longestSession.reviewer)
      return undefined;
    const mark = toPasswordMark(services, (found.storedHash as string | null) ?? undefined);
    if (!timingSafeEqual(mark, found.mark)) return undefined;
    return { kind: 'reviewer', id: hash.toString('hex'), openedBy: found.openedBy };
  },
};

/**
 * Finds who holds the session of a token; `undefined` when the token is unknown or its session is over. A user's last use
 * is written at most once a minute, and not at all when the call is `untraced`.
 */
function findSessionHolder<K extends SessionKind>(
  services: SessionServices,
  kind: K,
  token: string,
  options: { untraced?: true | undefined } = {},
): Promise<HolderOf<K> | undefined> {
  return find[kind](services, token, options);
}

export const sessions: Sessions = {
  findHolder: findSessionHolder,
  findViewed: async ({ db }, id) => {
    await requireOpenReview(db);
    return findApplicant(db, id);
  },
  lock: lockSession,
};

interface SessionTimes {
  role: UserRow['role'];
  createdAt: Date;
  lastSeenAt: Date;
  /** When the shift of a volunteer without an account ends; null for everybody else. */
  shiftEndsAt: Date | null;
}

function isOver({ role, createdAt, lastSeenAt, shiftEndsAt }: SessionTimes, now: Date): boolean {
  if (shiftEndsAt) return now >= shiftEndsAt;
  const { idle, absolute } = sessionLifetimes[role];
  const at = now.getTime();
  return at - lastSeenAt.getTime() > idle || at - createdAt.getTime() > absolute;
}

/** Lists the users of live sessions by token, without counting as a use of the sessions. */
async function listSignedInUsers(
  { db, now }: Pick<SessionServices, 'db' | 'now'>,
  tokens: string[],
): Promise<Map<string, SignedInUser>> {
  const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]));
  const found = await selectUserSessions(db, tokens.map(hashToken));
  return new Map(
    found
      .filter((session) => !isOver(session, now()))
      .map(({ tokenHash, createdAt, lastSeenAt, shiftEndsAt: _, ...user }) => [
        byHash.get(tokenHash.toString('hex'))!,
        { kind: 'user', ...user, signedInAt: createdAt },
      ]),
  );
}

export async function closeSession(db: Db, kind: SessionKind, token: string): Promise<void> {
  await deleteSession(db, tables[kind], hashToken(token));
}

export async function deleteExpiredSessions({ db, now }: Pick<SessionServices, 'db' | 'now'>): Promise<void> {
  for (const kind of ['user', 'judge', 'reviewer'] as const)
    await deleteSessionsBefore(db, tables[kind], new Date(now().getTime() - longestSession[kind]));
}

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
