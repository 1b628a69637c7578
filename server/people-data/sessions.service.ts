import { timingSafeEqual } from 'node:crypto';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import { sessionLifetimes } from '../../contract/platform/session-lifetimes.ts';
import type { Db } from '../platform/db/open.ts';
import { precompile } from '../platform/db/statements.ts';
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
import { reviewPasswordKey } from './people.tables.ts';
import { lockSession } from './users.locks.ts';
import { findApplicant } from './users.queries.ts';
import { type UserRow, usersWithStatus } from './users-with-status.ts';

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
  const now = services.now();
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: now, last_seen_at: now })
    .execute();
  await updateStaffSeen(db, userId, now);
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
  await db
    .insertInto('judge_sessions')
    .values({ token_hash: hashToken(token), judge_id: judgeId, created_at: services.now() })
    .execute();
  return token;
}

/** Opens a session for whoever entered the review password or needs none, and returns its token. */
export async function openReviewerSession(
  services: Random & SessionServices,
  storedHash: string | undefined,
): Promise<string> {
  const token = createToken(services);
  const password_mark = toPasswordMark(services, storedHash);
  await services.db
    .insertInto('review_sessions')
    .values({ token_hash: hashToken(token), password_mark, created_at: services.now() })
    .execute();
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
    const [found] = await selectUserSession(db, hash);
    if (!found) return undefined;
    const { createdAt, lastSeenAt, shiftEndsAt: _, ...user } = found;
    if (isOver(found, now())) {
      await deleteSession(db, tables.user, hash);
      return undefined;
    }
    if (!untraced && now().getTime() - lastSeenAt.getTime() > minute) {
      await db.updateTable('sessions').set({ last_seen_at: now() }).where('token_hash', '=', hash).execute();
      if (user.role !== 'hacker') await updateStaffSeen(db, user.id, now());
    }
    return { kind: 'user', ...user, signedInAt: createdAt };
  },
  judge: async ({ db, now }, token) => {
    const [found] = await selectJudgeSession(db, hashToken(token));
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
    return { kind: 'reviewer', id: hash.toString('hex') };
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

/** What the platform asks of sessions. */
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
  const found = await userSessions(db)
    .select('sessions.token_hash as tokenHash')
    .where('sessions.token_hash', 'in', tokens.map(hashToken))
    .execute();
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

export async function closeUserSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function closeJudgeSessions(db: Db, username: string): Promise<void> {
  await db
    .deleteFrom('judge_sessions')
    .where('judge_id', 'in', (select) =>
      select.selectFrom('judges').where('username', '=', username).select('id'),
    )
    .execute();
}

export async function deleteExpiredSessions({ db, now }: Pick<SessionServices, 'db' | 'now'>): Promise<void> {
  for (const kind of ['user', 'judge', 'reviewer'] as const) {
    const moment = new Date(now().getTime() - longestSession[kind]);
    await db.deleteFrom(tables[kind]).where('created_at', '<', moment).execute();
  }
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

function userSessions(db: Db) {
  return usersWithStatus(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .leftJoin('shifts', 'shifts.user_id', 'users.id')
    .where('users.removed_at', 'is', null)
    .select([
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
      'shifts.ends_at as shiftEndsAt',
    ]);
}

const selectUserSession = precompile((db, tokenHash: Buffer) =>
  userSessions(db).where('sessions.token_hash', '=', tokenHash),
);

/** Stores the visit of staff on their account, which outlives the session. */
async function updateStaffSeen(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_seen_at: now })
    .where('id', '=', userId)
    .where('role', '<>', 'hacker')
    .execute();
}

const selectJudgeSession = precompile((db, tokenHash: Buffer) =>
  db
    .selectFrom('judge_sessions')
    .innerJoin('judges', 'judges.id', 'judge_sessions.judge_id')
    .where('token_hash', '=', tokenHash)
    .where('judges.removed_at', 'is', null)
    .select([
      'judges.id',
      'judges.username',
      'judges.name',
      'judges.track',
      'judges.prize',
      'judge_sessions.created_at as createdAt',
    ]),
);

/** A reviewer's session and the hash of the review password that is stored now. */
function findReviewerSession(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('review_sessions')
    .leftJoin('settings', (join) => join.on('settings.key', '=', reviewPasswordKey))
    .where('token_hash', '=', tokenHash)
    .select([
      'password_mark as mark',
      'review_sessions.created_at as createdAt',
      'settings.value as storedHash',
    ])
    .executeTakeFirst();
}

type SessionTable = 'sessions' | 'judge_sessions' | 'review_sessions';

async function deleteSession(db: Db, table: SessionTable, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom(table).where('token_hash', '=', tokenHash).execute();
}
