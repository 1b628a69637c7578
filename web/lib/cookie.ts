/** Stores a choice of this browser for a year or so many seconds, or forgets it; the server reads it too. */
export function storeChoice(name: string, value: string | undefined, lifetime = 31_536_000): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === undefined ? 0 : lifetime;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
