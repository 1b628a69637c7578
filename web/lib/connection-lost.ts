import { ApiError } from './api-error.ts';

const unanswered = new Set([0, 429, 502, 503, 504]);
const final = new Set([400, 413, 415, 422]);

/** Returns true when no answer came, or one that says nothing about the call itself: sending it again with its key is safe. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof ApiError) || unanswered.has(error.status);
}

/** Returns true when the server has understood the call and will refuse it every time it is sent. */
export function isFinalRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && final.has(error.status);
}
