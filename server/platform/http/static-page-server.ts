import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyHttpOptions } from 'fastify';
import { type CachedPage, type EncodedPage, selectVariant } from './cached-pages.ts';
import { getRequestId } from './headers.ts';
import { createServer } from './node-http.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers cached pages before the router. Everything else, including other methods and addresses with a query, goes to the
 * router, which takes 1.6 times the processor time for a page.
 */
export class StaticPageServer {
  /** Every answer closes its connection, so that clients open new ones to another instance. */
  closesConnections = false;
  private readonly documents = new Map<string, CachedPage>();
  private readonly headers = new Map<EncodedPage, string[]>();
  private readonly security: Record<string, string>;

  private readonly isOtherName: (host: string | undefined) => boolean;

  private readonly log: Pick<FastifyBaseLogger, 'debug'> | undefined;

  /**
   * `security` are the headers of every answer. Hosts that are `isOtherName` are left to the router. Each answer is logged
   * at level debug.
   */
  constructor(
    security: Record<string, string>,
    isOtherName: (host: string | undefined) => boolean,
    log?: Pick<FastifyBaseLogger, 'debug'>,
  ) {
    this.security = security;
    this.isOtherName = isOtherName;
    this.log = log;
  }

  add(path: string, document: CachedPage): void {
    this.documents.set(path, document);
  }

  find(path: string): CachedPage | undefined {
    return this.documents.get(path);
  }

  remove(path: string): void {
    this.documents.delete(path);
  }

  removeBelow(path: string): void {
    for (const each of this.documents.keys())
      if (each === path || each.startsWith(`${path}/`)) this.documents.delete(each);
  }

  /** Creates the program's HTTP server, with the time limits that Fastify would set. */
  createServer(router: Listener, options: FastifyHttpOptions<Server>): Server {
    const server = createServer(options.http ?? {}, (request, response) => {
      if (this.closesConnections) response.shouldKeepAlive = false;
      if (!this.answer(request, response)) router(request, response);
    });
    server.keepAliveTimeout = options.keepAliveTimeout ?? 0;
    server.requestTimeout = options.requestTimeout ?? 0;
    server.setTimeout(options.connectionTimeout);
    // An unknown expectation is ignored: Node.js would refuse it without our headers.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    return server;
  }

  private answer(request: IncomingMessage, response: ServerResponse): boolean {
    const document = this.documents.get(request.url ?? '');
    if (!document || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    if (this.isOtherName(request.headers.host)) return false;
    const page = selectVariant(document, request);
    const reqId = getRequestId(request);
    const headers = ['x-request-id', reqId, ...this.headersFor(page)];
    const status = request.headers['if-none-match'] === page.etag ? 304 : 200;
    if (status === 304) response.writeHead(304, headers).end();
    else response.writeHead(200, ['content-length', String(page.body.length), ...headers]).end(page.body);
    this.log?.debug({ reqId, method: request.method, route: request.url, status }, 'Request');
    return true;
  }

  private headersFor(page: EncodedPage): string[] {
    let headers = this.headers.get(page);
    if (!headers) {
      headers = Object.entries({ ...this.security, ...page.headers }).flat();
      this.headers.set(page, headers);
    }
    return headers;
  }
}
