import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemBody, ProblemCode } from '../../../contract/errors.ts';
import type { Services } from '../services.ts';
import { type CachedPage, sendCachedPage } from './cached-pages.ts';
import { escapeHtml } from './escape-html.ts';
import { STATUS_CODES } from './node-http.ts';
import { createPlainPage } from './plain-page.ts';
import { Problem } from './problem.ts';

const byFrameworkCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
};

// Connection refused or lost, read-only, no such role or database, server starting or stopping, too many clients, no space, lock or
// statement timeouts.
const databaseUnavailable = /^(08|25006|28|3D|53|57P|55P03|57014)/;
const networkUnavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

function isDatabaseUnavailable(error: { code?: string; message?: string; syscall?: string }): boolean {
  if (databaseUnavailable.test(error.code ?? '')) return true;
  if (networkUnavailable.has(error.code ?? '')) return true;
  // The socket of an unavailable database; a missing file is our fault.
  if (error.code === 'ENOENT' && error.syscall === 'connect') return true;
  return /timeout exceeded when trying to connect|Connection terminated|not queryable|Cannot use a pool/.test(
    error.message ?? '',
  );
}

/** Returns the Problem for any thrown value; unknown errors become `internal`. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const fault = error as FastifyError & { syscall?: string };
  const known = byFrameworkCode[fault.code];
  if (known) return new Problem(known, { cause: error });
  // Before the database: the body of a client that disconnects ends with ECONNRESET, too.
  if (fault.statusCode && fault.statusCode >= 400 && fault.statusCode < 500)
    return new Problem('malformed_body', { cause: error });
  if (isDatabaseUnavailable(fault)) return new Problem('unavailable', { retryAfter: 2, cause: error });
  return new Problem('internal', { cause: error });
}

export function formatProblem(problem: Problem, requestId: string): ProblemBody {
  return {
    success: false,
    code: problem.code,
    message: problem.message,
    ...(problem.fields && { fields: problem.fields }),
    ...(problem.current !== undefined && { current: problem.current }),
    ...(problem.person !== undefined && { person: problem.person }),
    requestId,
  };
}

export function installErrorHandler(app: FastifyInstance, services: Pick<Services, 'event'>): void {
  app.setErrorHandler((error, request, reply) =>
    sendProblem(error, request, reply, isDocument(request) ? services.event.name : undefined),
  );
}

/** Returns whether a browser navigates to a file or another non-JSON response, or sends a form without scripts. */
function isDocument({ method, headers, routeOptions: { config } }: FastifyRequest): boolean {
  return (
    (method === 'GET' || config.endpoint?.webForm !== undefined) &&
    typeof config.endpoint?.response === 'string' &&
    String(headers.accept ?? '').includes('text/html')
  );
}

/** Returns the page for a failed download or form, with the way back to where the visitor came from. */
function createProblemPage(
  { message, status }: Problem,
  { id, method, headers, host }: FastifyRequest,
  site: string,
): CachedPage {
  const from = URL.parse(headers.referer ?? '');
  const back = from?.host === host ? from.pathname + from.search : '/';
  const help = status >= 500 ? ` If it keeps happening, tell the organizers this number: ${id}.` : '';
  return createPlainPage({
    site,
    title: method === 'GET' ? 'Nothing to download' : 'That did not work',
    main: `<h1>That did not work</h1>
<p>${escapeHtml(message)}${escapeHtml(help)}</p>
<p><a href="${escapeHtml(back)}">Go back</a></p>`,
  });
}

/** Answers a thrown error as JSON, or as a page of the given `site`. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, site?: string) {
  const problem = toProblem(error);
  if (problem.status >= 500) {
    const { method, routeOptions } = request;
    request.log.error({ err: problem.cause ?? problem, method, route: routeOptions.url }, 'Request failed');
  }
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  reply.status(problem.status).header('cache-control', 'no-store').removeHeader('content-disposition');
  if (site === undefined)
    reply.type('application/json; charset=utf-8').send(JSON.stringify(formatProblem(problem, request.id)));
  else sendCachedPage(createProblemPage(problem, request, site), request, reply);
}

const brokenRequests: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** How long the sender has to read the answer, in milliseconds. */
const timeToRead = 2000;

/** Replies when the bytes are not valid HTTP, with the headers of every answer, and closes the socket. */
export function sendConnectionProblem(
  error: { code?: string },
  socket: Socket,
  securityHeaders: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const problem = new Problem(brokenRequests[error.code ?? ''] ?? 'malformed_body');
  const requestId = crypto.randomUUID();
  const body = JSON.stringify(formatProblem(problem, requestId));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    'x-request-id': requestId,
    ...securityHeaders,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head.join('')}\r\n${body}`);
  // A sender that does not close its side would keep the request and its upload open.
  setTimeout(() => socket.destroy(), timeToRead).unref();
}
