const usual = '/dashboard';

/** A path of this site to go to after signing in; anything else, and every call, becomes `/dashboard`. */
export function toSafeReturnTo(asked: string | undefined, publicUrl: URL): string {
  if (!asked || !/^\/(?![/\\])/.test(asked) || !URL.canParse(asked, publicUrl)) return usual;
  const url = new URL(asked, publicUrl);
  if (url.origin !== publicUrl.origin || /^\/api(\/|$)/.test(url.pathname)) return usual;
  return url.pathname + url.search;
}
