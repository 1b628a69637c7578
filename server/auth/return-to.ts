const fallback = '/dashboard';

/** Returns the page of this site to open after signing in; `/dashboard` for any other address and for API paths. */
export function toSafeReturnTo(given: string | undefined, publicUrl: URL): string {
  if (!given || !/^\/(?![/\\])/.test(given) || !URL.canParse(given, publicUrl)) return fallback;
  const url = new URL(given, publicUrl);
  if (url.origin !== publicUrl.origin || /^\/api(\/|$)/.test(url.pathname)) return fallback;
  return url.pathname + url.search;
}
