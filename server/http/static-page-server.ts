import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';
import { type CachedPage, type EncodedPage, selectVariant } from './cached-pages.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * What stands before the router: a page that lies ready in memory is most of what a site is asked for, and needs nothing of
 * what a call needs. Everything else, other methods and addresses with a query too, goes on to the router.
 */
export class StaticPageServer {
  private readonly documents = new Map<string, CachedPage>();
  private readonly lines = new Map<EncodedPage, string[]>();
  private readonly security: Record<string, string>;

  /** `security` are the headers that every answer carries. */
  constructor(security: Record<string, string>) {
    this.security = security;
  }

  /** Has a document answered under exactly this path. */
  add(path: string, document: CachedPage): void {
    this.documents.set(path, document);
  }

  /** The HTTP server of the program, with the time limits that Fastify would set. */
  server(routed: Listener, options: FastifyHttpOptions<Server>): Server {
    const server = createServer(options.http ?? {}, (request, response) => {
      if (!this.answers(request, response)) routed(request, response);
    });
    server.keepAliveTimeout = options.keepAliveTimeout ?? 0;
    server.requestTimeout = options.requestTimeout ?? 0;
    server.setTimeout(options.connectionTimeout);
    return server;
  }

  private answers(request: IncomingMessage, response: ServerResponse): boolean {
    const document = this.documents.get(request.url ?? '');
    if (!document || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const ready = selectVariant(document, request);
    if (request.headers['if-none-match'] === ready.etag) response.writeHead(304, this.linesOf(ready)).end();
    else
      response
        .writeHead(200, ['content-length', String(ready.body.length), ...this.linesOf(ready)])
        .end(ready.body);
    return true;
  }

  private linesOf(ready: EncodedPage): string[] {
    let lines = this.lines.get(ready);
    if (!lines) {
      lines = Object.entries({ ...this.security, ...ready.headers }).flat();
      this.lines.set(ready, lines);
    }
    return lines;
  }
}
