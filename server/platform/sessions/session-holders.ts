import { hash as digest } from 'node:crypto';
import type { Role } from '../../../contract/platform/roles.ts';
import { sessionLifetimes } from '../../../contract/platform/session-lifetimes.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';

/** How long a session of each kind can last, in milliseconds. */
export const longestSession = {
  user: sessionLifetimes.hacker.absolute,
  judge: sessionLifetimes.judge.absolute,
  reviewer: sessionLifetimes.reviewer.absolute,
};

/** The three kinds of session. None gives the rights of another. */
export type SessionKind = keyof typeof longestSession;

/** A user with a live session, read from the database at every call. */
export interface SignedInUser {
  kind: 'user';
  id: string;
  role: Role;
  isOwner: boolean;
  signedInAt: Date;
  /** The organizer who looks at this person's dashboard; without it, the person calls. */
  viewedBy?: string;
}

export interface SignedInJudge {
  kind: 'judge';
  id: string;
}

/** Somebody who entered the review password. */
export interface Reviewer {
  kind: 'reviewer';
  /** The session's id: the password is shared, so no account stands behind it. */
  id: string;
}

// `people-data/` adds what it reads of users and judges.
export type SessionHolder = SignedInUser | SignedInJudge | Reviewer;
export type HolderOf<K extends SessionKind> = Extract<SessionHolder, { kind: K }>;

/** The session that an open page was opened with. */
export interface StreamSession {
  kind: SessionKind;
  token: string;
}

/** What a session is read with. */
export type Keys = { config: Pick<Config, 'secretKey' | 'scoreReviewPassword'> };
export type SessionServices = { db: Db; now: () => Date } & Keys;

/** What the platform asks of sessions. */
export interface Sessions {
  /**
   * Finds who holds the session of a token; `undefined` when the token is unknown or its session is over. A user's last use
   * is written at most once a minute, and not at all when the call is `untraced`.
   */
  findHolder: <K extends SessionKind>(
    services: SessionServices,
    kind: K,
    token: string,
    options?: { untraced?: true | undefined },
  ) => Promise<HolderOf<K> | undefined>;
  /** Finds a participant as an organizer sees their dashboard. Throws `export_blind` while review is blind. */
  findViewed: (
    services: SessionServices,
    id: string,
  ) => Promise<Omit<SignedInUser, 'kind' | 'signedInAt'> | undefined>;
  /** Locks a user's session, so that signing out waits for the transaction. Returns whether there is one. */
  lock: (trx: Db, tokenHash: Buffer) => Promise<boolean>;
}

export interface Random {
  random: (size: number) => Buffer;
}

/** Returns the SHA-256 of a token. The database never holds the token itself. */
export function hashToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}

/** Returns a new token of 256 random bits. */
export function createToken({ random }: Random): string {
  return random(32).toString('base64url');
}
