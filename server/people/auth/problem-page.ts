import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from '../../platform/http/error-handler.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';

/**
 * Answers a browser's navigation with a page that says what failed and leads on to the sign-in page. Redirects there at
 * once when the user cancelled. Rethrows for callers that did not ask for HTML.
 */
export function sendProblemPage(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const problem = toProblem(error);
  const target = `/sign-in?problem=${problem.code}`;
  if (problem.code === 'sign_in_cancelled') return reply.redirect(target);
  if (!String(request.headers.accept ?? '').includes('text/html')) throw error;
  if (problem.status >= 500) request.log.error({ reason: reasonOf(problem.cause) }, 'sign-in failed');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  return reply
    .status(problem.status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<meta http-equiv="refresh" content="0; url=${target}"></head>
<body><p>${escapeHtml(problem.message)}</p><p><a href="${target}">Back to signing in</a></p></body>
</html>
`);
}

/** Returns code and message of an error, without the personal data that its other fields may hold. */
function reasonOf(cause: unknown): string {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  return `${code ?? ''} ${message ?? ''}`.trim();
}
