import { toSafeReturnTo } from '../../../contract/platform/return-to.ts';

/** Returns the page to open after signing in, from the address bar. */
export function getReturnTo(search: URLSearchParams): string {
  return toSafeReturnTo(search.get('returnTo'));
}
