import type { ProblemBody } from '../../contract/errors.ts';

/** A refused or failed call. `status` 0 and code `offline` mean that no answer came; `message` may be empty. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;
  /** For a conflict: the state that the server has. */
  readonly current: unknown;
  /** The name of the person whom a check-in was refused. */
  readonly person: string | undefined;

  constructor(status: number, problem: Partial<ProblemBody>) {
    super(problem.message);
    this.status = status;
    this.code = typeof problem.code === 'string' ? problem.code : 'unknown';
    this.fields = problem.fields ?? {};
    this.requestId = problem.requestId;
    this.current = problem.current;
    this.person = problem.person;
  }
}

/** The error of a call that got no answer. */
export function createConnectionError(): ApiError {
  return new ApiError(0, { code: 'offline', message: 'The site cannot be reached. Check your connection.' });
}

/** Converts an answer with a status of 400 or more; `body` is its text. */
export function toApiError(status: number, body: string): ApiError {
  try {
    return new ApiError(status, JSON.parse(body) as Partial<ProblemBody>);
  } catch {
    return new ApiError(status, {});
  }
}

/** Returns what is wrong with a field if that is a sentence of its own, such as about an email address. */
const findFieldSentence = ({ code, fields }: ApiError): string | undefined =>
  code === 'invalid_input' ? Object.values(fields).find((text) => text.startsWith('Please ')) : undefined;

/**
 * Returns the server's own sentence about `error`; `fallback` when it gave none, failed, or did not answer. Without a fallback,
 * it says whether the site can be reached.
 */
export function getErrorMessage(
  error: unknown,
  fallback = error instanceof ApiError && error.code === 'offline' && error.message,
): string {
  const isRefusal = error instanceof ApiError && error.status > 0 && error.code !== 'internal';
  return (
    (isRefusal && (findFieldSentence(error) ?? error.message)) ||
    fallback ||
    'That did not work. Please try again.'
  );
}

const unanswered = new Set([0, 429, 502, 503, 504]);
const final = new Set([400, 404, 409, 413, 415, 422]);

/** Returns true when no answer came, or one that says nothing about the call itself: sending it again with its key is safe. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof ApiError) || unanswered.has(error.status);
}

/**
 * Returns true when the program has understood the call and will refuse it every time it is sent. An answer without its code
 * comes from a proxy, or from a network that wants a sign-in first.
 */
export function isFinalRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && final.has(error.status) && error.code !== 'unknown';
}
