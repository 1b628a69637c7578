import type { Config } from '../config.ts';

/** The full name of a cookie: over https the browser itself makes sure that no other host set it. */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string {
  return publicUrl.protocol === 'https:' ? `__Host-${name}` : name;
}

/** Out of reach for scripts, and sent along by other sites only when somebody follows a link. */
export function cookieOptions({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' } as const;
}
