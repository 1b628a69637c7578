import type { FastifyError, FastifyInstance } from 'fastify';
import type { ProblemBody, ProblemCode } from '../../contract/errors.ts';
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

// Connection refused or lost, server starting or stopping, too many clients, no space, lock or statement timeouts.
const databaseAway = /^(08|53|57P|55P03|57014)/;
const networkAway = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

function isDatabaseAway(error: { code?: string; message?: string; syscall?: string }): boolean {
  if (databaseAway.test(error.code ?? '')) return true;
  if (networkAway.has(error.code ?? '') && error.syscall !== 'open') return true;
  return /timeout exceeded when trying to connect|Connection terminated|Cannot use a pool/.test(
    error.message ?? '',
  );
}

/** Turns anything thrown into the Problem that the caller is told; unknown faults become `internal`. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const fault = error as FastifyError & { syscall?: string };
  const known = byFrameworkCode[fault.code];
  if (known) return new Problem(known, { cause: error });
  if (isDatabaseAway(fault)) return new Problem('unavailable', { retryAfter: 2, cause: error });
  if (fault.statusCode === 429) return new Problem('too_many_requests', { cause: error });
  if (fault.statusCode && fault.statusCode >= 400 && fault.statusCode < 500)
    return new Problem('malformed_body', { cause: error });
  return new Problem('internal', { cause: error });
}

/** The body of a refusal. */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  return {
    success: false,
    code: problem.code,
    message: problem.message,
    ...(problem.fields && { fields: problem.fields }),
    requestId,
  };
}

/** Installs the one error handler, and the 404 for unknown paths under `/api`. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error);
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, 'request failed');
    if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
    reply
      .status(problem.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(problemBody(problem, request.id)));
  });
}
