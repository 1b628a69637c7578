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

/** The three kinds of session. None includes the rights of another. */
export type SessionKind = keyof typeof longestSession;

/** A user with a live session, read from the database at every call. */
export interface SignedInUser {
  kind: 'user';
  id: string;
  role: Role;
  isOwner: boolean;
  signedInAt: Date;
  /** The organizer who views this person's dashboard; absent if the person makes the call. */
  viewedBy?: string;
}

export interface SignedInJudge {
  kind: 'judge';
  id: string;
}

/** A person who entered the review password, or may open the results without it. */
export interface Reviewer {
  kind: 'reviewer';
  /** The session's id: the password is shared, so there may be no account behind it. */
  id: string;
  /** The user who opened the results without the password. */
  openedBy: string | null;
}

// `people-data/` adds what it reads of users and judges.
export type SessionHolder = SignedInUser | SignedInJudge | Reviewer;

/** The session with which an open page was opened. */
export interface StreamSession {
  kind: SessionKind;
  token: string;
}

export type Keys = { config: Pick<Config, 'secretKey' | 'scoreReviewPassword'> };
export type SessionServices = { db: Db; now: () => Date } & Keys;

/** What the platform requires of sessions. */
export interface Sessions {
  /**
   * Finds who holds a token's session; `undefined` if the token is unknown or the session has ended. A user's last use is
   * written at most once a minute, and never for a call with `leavesNoTrace`.
   */
  findHolder: (
    services: SessionServices,
    kind: SessionKind,
    token: string,
    options?: { leavesNoTrace?: true | undefined },
  ) => Promise<SessionHolder | undefined>;
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

/** Returns the SHA-256 of a token. The database never stores the token itself. */
export function hashToken(token: string): Buffer {
  return digest('sha256', token, 'buffer');
}

/** Returns a new random token of 256 bits. */
export function createToken({ random }: Random): string {
  return random(32).toString('base64url');
}
