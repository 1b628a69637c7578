import { storeChoice } from './cookie.ts';

/** The header that a page shows before the session is known. */
export type AuthHint = 'out' | 'user' | 'admin';

/** Stores the hint in a cookie, so that the server sends public pages with the right header. It grants nothing. */
export function storeAuthHint(hint: AuthHint) {
  storeChoice('auth', hint === 'out' ? undefined : hint, 2_592_000);
}

/** Where a visitor was led away from, for the landing page to lead back through the sign-in. */
export const wantedPageKey = 'wanted page';

export function getAuthHint(): AuthHint {
  return (document.cookie.match(/(?:^|;\s*)auth=(user|admin)/)?.[1] as AuthHint | undefined) ?? 'out';
}
