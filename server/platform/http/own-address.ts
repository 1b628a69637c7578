import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { findCookie, setCookie } from '../sessions/session-cookies.ts';

const page = /^\/(?!(api(?!\/auth\/login)|healthz|readyz|version|metrics)(?![\w-])|[^?]*\.\w+(\?|$))/;
/** Marks that the redirect was tried: a proxy that rewrites `Host` would otherwise loop. */
const redirected = 'redirected';

/** Returns whether `host` is a public name other than the site's, and not that of a machine or an internal network. */
export function isOtherName({ publicUrl, loopback }: Config, host = ''): boolean {
  const [name = ''] = host.toLowerCase().split(':');
  return (
    !loopback &&
    name !== publicUrl.hostname &&
    /\.[a-z][a-z\d-]+\.?$/.test(name) &&
    !/\.(local|localhost|internal|lan)\.?$/.test(name)
  );
}

/** Redirects pages under another name of the site to `PUBLIC_URL`, where signing in works. */
export function installOwnAddress(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, next) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && page.test(request.url);
    if (!isPage || !isOtherName(config, request.host) || findCookie(config, request, redirected))
      return next();
    setCookie(config, reply, redirected, 'yes', { lifetime: 10_000 });
    reply.header('cache-control', 'no-store').redirect(config.publicUrl.origin + request.url);
  });
}
