import path from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { limits } from '../contract/limits.ts';
import { installCallAudit } from './http/audit-calls.ts';
import { installCompression } from './http/compress.ts';
import { limitConnections } from './http/connections.ts';
import { installErrorHandler, sendConnectionProblem, sendProblem } from './http/error-handler.ts';
import { getRequestId, installHeaders, securityHeaders } from './http/headers.ts';
import { installHealth } from './http/health.ts';
import { installBodyParsers } from './http/input.ts';
import { installMetrics } from './http/metrics.ts';
import { installPages } from './http/pages.ts';
import { createCallLimiter } from './http/rate-limit.ts';
import { StaticPageServer } from './http/static-page-server.ts';
import { findGalleryContent } from './projects/gallery.service.ts';
import { featureRoutes } from './routes.ts';
import type { Services } from './services.ts';

const builtPages = path.join(import.meta.dirname, '..', 'dist');

function compileNothing(): never {
  throw new Error('A route has a schema of Fastify');
}

/** Builds the HTTP program on the given services, ready to listen. `dist` is the folder of the built pages;
 * `validates` makes a response that breaks the contract a 500. */
export async function buildApp(
  services: Services,
  {
    logger,
    dist = builtPages,
    validates = false,
    maxConnections = 2000,
  }: { logger?: FastifyBaseLogger; dist?: string; validates?: boolean; maxConnections?: number } = {},
): Promise<FastifyInstance> {
  const { config } = services;
  const security = securityHeaders(config);
  const staticPages = new StaticPageServer(security, logger);
  const app = Fastify({
    serverFactory: (router, options) => staticPages.createServer(router, options),
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.json.maxBytes,
    requestTimeout: 60_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 75_000,
    // Node.js refuses a request without Host itself, without the headers of every answer.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    frameworkErrors: (error, request, reply) =>
      sendProblem(error, request, reply.headers(security).header('x-request-id', request.id)),
    clientErrorHandler: (error, socket) => sendConnectionProblem(error, socket, security),
    genReqId: getRequestId,
    // Calls are checked by zod and answers written by `createSerializer`: Fastify's own compilers are not even loaded.
    schemaController: {
      compilersFactory: { buildValidator: compileNothing, buildSerializer: compileNothing },
    },
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: true },
  });
  limitConnections(app.server, maxConnections);
  installBodyParsers(app);
  app.decorateRequest('actor');
  app.decorate('validates', validates);
  app.decorate('limiter', createCallLimiter(services));
  installErrorHandler(app);
  // Few routes read cookies: `findCookie` parses them there.
  await app.register(cookie, { hook: false });
  installHeaders(app, security);
  installMetrics(app, services);
  installCallAudit(app, services);
  installCompression(app);
  installHealth(app, services, staticPages);
  for (const addRoutes of featureRoutes) addRoutes(app, services);
  await installPages(app, services, {
    dist,
    staticPages,
    findGalleryContent: (path) => findGalleryContent(services, path),
  });
  return app;
}
