import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { findCookie, setCookie } from '../sessions/session-cookies.ts';

const page = /^\/(?!(api(?!\/auth\/login)|healthz|readyz|version|metrics)(?![\w-])|[^?]*\.\w+(\?|$))/;
/** What says that the redirect was tried: a proxy that rewrites `Host` would lead back here without end. */
const redirected = 'redirected';

/** Returns whether `host` is another public name than the site's, and none of a machine or of a network inside. */
export function isOtherName({ publicUrl, loopback }: Config, host = ''): boolean {
  const [name = ''] = host.toLowerCase().split(':');
  return (
    !loopback &&
    name !== publicUrl.hostname &&
    /\.[a-z][a-z\d-]+\.?$/.test(name) &&
    !/\.(local|localhost|internal|lan)\.?$/.test(name)
  );
}

/** Leads pages under another name of the site to `PUBLIC_URL`, where signing in works. */
export function installOwnAddress(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, next) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && page.test(request.url);
    if (!isPage || !isOtherName(config, request.host) || findCookie(config, request, redirected))
      return next();
    setCookie(config, reply, redirected, 'yes', { lifetime: 10_000 });
    reply.header('cache-control', 'no-store').redirect(config.publicUrl.origin + request.url);
  });
}
