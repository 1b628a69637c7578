import path from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { limits } from '../contract/limits.ts';
import { afterRoutes } from './after/after.routes.ts';
import { applyRoutes } from './apply/apply.routes.ts';
import { fileRoutes } from './apply/documents/documents.routes.ts';
import { queuePlaceOffers } from './apply/places/places.service.ts';
import { eventRoutes } from './event/event.routes.ts';
import { servePreviewPicture } from './event/preview-picture.ts';
import { servePublicPages } from './event/public-pages.ts';
import { followEvent } from './event/settings/open-event.ts';
import { eventDayRoutes } from './event-day/event-day.routes.ts';
import { serveGallery } from './judging/gallery-pages.ts';
import { judgingRoutes } from './judging/judging.routes.ts';
import { operationsRoutes } from './operations/operations.routes.ts';
import { authRoutes } from './people/auth/auth.routes.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { installCallAudit } from './platform/http/audit-calls.ts';
import { limitConnections } from './platform/http/connections.ts';
import { installErrorHandler, sendConnectionProblem, sendProblem } from './platform/http/error-handler.ts';
import { getRequestId, installHeaders, securityHeaders } from './platform/http/headers.ts';
import { installHealth } from './platform/http/health.ts';
import { installBodyParsers } from './platform/http/input.ts';
import { installMetrics } from './platform/http/metrics.ts';
import { installOwnAddress, isOtherName } from './platform/http/own-address.ts';
import { loadBuild, serveBuild } from './platform/http/pages.ts';
import { createCallLimiter } from './platform/http/rate-limit.ts';
import { installCompression } from './platform/http/responses.ts';
import { StaticPageServer } from './platform/http/static-page-server.ts';
import { liveRoutes } from './platform/live/live.routes.ts';
import { platformRoutes } from './platform/platform.routes.ts';
import type { Services } from './platform/services.ts';
import { projectRoutes } from './projects/projects.routes.ts';
import { teamRoutes } from './teams/teams.routes.ts';

const featureRoutes = [
  teamRoutes,
  projectRoutes,
  judgingRoutes,
  liveRoutes,
  eventRoutes,
  peopleRoutes,
  platformRoutes,
  afterRoutes,
  operationsRoutes,
  eventDayRoutes,
  fileRoutes,
  applyRoutes,
  authRoutes,
];

const builtPages = path.join(import.meta.dirname, '..', 'dist');

function compileNothing(): never {
  throw new Error('A route has a schema of Fastify');
}

/** Builds the HTTP program on the given services, ready to listen. `dist` is the folder of the built pages;
 * `validates` makes a response that breaks the contract a 500. */
export async function buildApp(
  services: Services,
  options: { logger?: FastifyBaseLogger; dist?: string; validates?: boolean; maxConnections?: number } = {},
): Promise<FastifyInstance> {
  const { logger, dist = builtPages, validates = false, maxConnections = 2000 } = options;
  const { config } = services;
  const security = securityHeaders(config);
  const staticPages = new StaticPageServer(security, (host) => isOtherName(config, host), logger);
  const app = Fastify({
    serverFactory: (router, options) => staticPages.createServer(router, options),
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.json.maxBytes,
    // For a film; calls with less to send have their own limit.
    requestTimeout: 300_000,
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
  app.decorate('endpoints', []);
  app.decorate('limiter', createCallLimiter(services));
  installErrorHandler(app, services);
  // Few routes read cookies: `findCookie` parses them there.
  await app.register(cookie, { hook: false });
  installHeaders(app, security);
  installOwnAddress(app, config);
  installMetrics(app, services);
  installCallAudit(app, services);
  installCompression(app);
  installHealth(app, services, staticPages);
  for (const addRoutes of featureRoutes) addRoutes(app, services);
  const build = await loadBuild(dist);
  const pages = build && (await servePublicPages(app, services, build, staticPages));
  const forgetGallery = build && (await serveGallery(app, services, pages!, { build, staticPages }));
  await serveBuild(app, build, staticPages, pages?.urls);
  servePreviewPicture(app, services, path.join(dist, 'preview'));
  followEvent(services, async () => {
    await pages?.render();
    forgetGallery?.();
    // There may be more places than before.
    await queuePlaceOffers(services.db, services.event);
  });
  return app;
}
