import { ApiError } from '../lib/api-error.ts';

const away = new Set([0, 429, 502, 503, 504]);

/** True when no answer came, or one that says nothing about the call itself: sending it again with its key is safe. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof ApiError) || away.has(error.status);
}
