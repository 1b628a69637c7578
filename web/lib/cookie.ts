/** Stores a choice of this browser for a year, or forgets it; the server reads it too. */
export function storeChoice(name: string, value: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === undefined ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
