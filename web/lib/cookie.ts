/** Sets a cookie for `lifetime` seconds, a year by default, or deletes it when `value` is undefined. */
export function storeChoice(name: string, value: string | undefined, lifetime = 31_536_000): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = value === undefined ? 0 : lifetime;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
