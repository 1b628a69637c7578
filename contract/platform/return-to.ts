const site = 'http://site.invalid';
const fallback = '/dashboard';

/** Returns the page of this site to open after signing in; `/dashboard` for any other address and for API paths. */
export function toSafeReturnTo(given: string | null | undefined): string {
  if (!given || !/^\/(?![/\\])/.test(given) || !URL.canParse(given, site)) return fallback;
  const { origin, pathname, search } = new URL(given, site);
  // `/.//host` resolves to the path `//host`, which a browser would take for another site.
  const leavesSite = origin !== site || pathname.startsWith('//');
  return leavesSite || /^\/api(\/|$)/.test(pathname) ? fallback : pathname + search;
}
