/** The header that a page shows before the session is known. */
export type AuthHint = 'out' | 'user' | 'admin';

/** Stores the hint in a cookie, so that the server sends public pages with the right header. It grants nothing. */
export function storeAuthHint(hint: AuthHint) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = hint === 'out' ? 0 : 2_592_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `auth=${hint}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

export function getAuthHint(): AuthHint {
  return (document.cookie.match(/(?:^|;\s*)auth=(user|admin)/)?.[1] as AuthHint | undefined) ?? 'out';
}
