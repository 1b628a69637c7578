import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/people/auth.ts';
import type { BodyOf } from '../../../contract/platform/endpoint.ts';
import { toSafeReturnTo } from '../../../contract/platform/return-to.ts';
import { closeSession } from '../../people-data/sessions.service.ts';
import { sendCachedPage } from '../../platform/http/cached-pages.ts';
import { toProblem } from '../../platform/http/error-handler.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { fail } from '../../platform/http/problem.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { createDeviceMark } from '../../platform/sessions/device-marks.ts';
import {
  clearCookie,
  clearSessionCookie,
  findCookie,
  findDeviceMark,
  findSessionToken,
  setCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../../platform/sessions/session-cookies.ts';
import { createToken } from '../../platform/sessions/session-holders.ts';
import { getCurrentUser, toUser } from '../users/users.service.ts';
import { finishSignIn, flowLifetime, parseIdentity, startSignIn } from './oidc.service.ts';
import { connectProvider } from './oidc-provider.ts';
import { createCodePage, createEmailPage, createPassPage } from './pass-pages.ts';
import { getSignInOptions, type OpenedSession } from './sign-in.service.ts';
import { startEmailSignIn, verifyEmailSignIn } from './sign-in-codes.service.ts';
import { redeemSignInLink } from './sign-in-links.service.ts';

/**
 * Answers a browser's navigation with a page that explains the failure and links to the sign-in page. Redirects there at
 * once if the user canceled. Rethrows for callers that did not ask for HTML.
 */
function sendProblemPage(request: FastifyRequest, reply: FastifyReply, error: unknown) {
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

/** Returns an error's code and message, without the personal data that its other fields may contain. */
function reasonOf(cause: unknown): string {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  return `${code ?? ''} ${message ?? ''}`.trim();
}

/** The cookie with the token that binds a sign-in to the browser that started it. */
const flowCookie = 'flow';
/** The cookie with the provider account of a person who is confirming an address. */
const identityCookie = 'identity';

/** Serves signing in and out: by emailed code, by link, and at a provider. */
export function authRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, log } = services;
  providerRoutes(app, services);

  route(app, services, contract.getSignInOptions, () => getSignInOptions(services));

  route(app, services, contract.getCurrentUser, (call) => {
    renewTheme(config, call.request, call.reply);
    return getCurrentUser(services, call);
  });

  route(app, services, contract.startEmailSignIn, async ({ body, request, reply }) => {
    await sendCode(services, body.email, request, reply);
  });

  route(app, services, contract.verifyEmailSignIn, ({ body, request, reply }) =>
    signInWithCode(services, body, request, reply),
  );
  passRoutes(app, services);

  route(app, services, contract.redeemSignInLink, async ({ actor, body, request, reply }) => {
    const opened = await redeemSignInLink(services, {
      ...body,
      signedInId: actor.kind === 'user' ? actor.id : undefined,
      replaced: findSessionToken(config, 'user', request),
    });
    return sendSession(services, reply, opened);
  });

  route(app, services, contract.signOut, async ({ request, reply }) => {
    const site = request.headers['sec-fetch-site'];
    const token = findSessionToken(config, 'user', request);
    if (site === undefined || site === 'same-origin' || site === 'none') {
      // Not "storage", which would delete a judge's work on the same device; the pages clear the user's own data.
      reply.header('clear-site-data', '"cache"');
      // The cookie is cleared even while the database is away.
      clearSessionCookie(config, 'user', reply);
      if (token) await closeSession(db, 'user', token).catch(() => log.warn('a session was not ended'));
    }
    return reply.redirect('/');
  });
}

/** Sets the theme cookie again: Safari deletes cookies set by a page after seven days. */
function renewTheme({ publicUrl }: Services['config'], request: FastifyRequest, reply: FastifyReply): void {
  const { theme } = request.server.parseCookie(request.headers.cookie ?? '');
  if (theme !== 'light' && theme !== 'dark') return;
  const secure = publicUrl.protocol === 'https:';
  reply.setCookie('theme', theme, { path: '/', sameSite: 'lax', secure, maxAge: 31_536_000 });
}

async function sendCode(services: Services, email: string, request: FastifyRequest, reply: FastifyReply) {
  const { config } = services;
  const flowToken = await startEmailSignIn(services, email, {
    flowToken: findCookie(config, request, flowCookie),
    ip: request.ip,
    device: findDeviceMark(config, 'user', request),
  });
  setCookie(config, reply, flowCookie, flowToken, { lifetime: flowLifetime });
}

async function signInWithCode(
  services: Services,
  body: BodyOf<typeof contract.verifyEmailSignIn>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { config } = services;
  const identity = body.withProvider
    ? parseIdentity(services, findCookie(config, request, identityCookie))
    : undefined;
  const opened = await verifyEmailSignIn(services, body, {
    identity,
    flowToken: findCookie(config, request, flowCookie),
    replaced: findSessionToken(config, 'user', request),
  });
  const answer = sendSession(services, reply, opened);
  if (identity) clearCookie(config, reply, identityCookie);
  setDeviceCookie(config, 'user', reply, createDeviceMark(config, 'user', body.email));
  return answer;
}

/**
 * Serves the pass without scripts, for browsers that cannot run the app. Its form needs the flow cookie of its page, which
 * no browser sends from another site, since old browsers send no origin header.
 */
function passRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;

  route(app, services, contract.getPassPage, async (call) => {
    const { request, reply } = call;
    const { user } = await getCurrentUser(services, call);
    if (user) return sendCachedPage(createPassPage(services.event, user), request, reply);
    if (findCookie(config, request, flowCookie) === undefined)
      setCookie(config, reply, flowCookie, createToken(services), { lifetime: flowLifetime });
    return sendCachedPage(createEmailPage(services.event), request, reply);
  });

  route(app, services, contract.openPass, async ({ body: { email, code }, request, reply }) => {
    if (findCookie(config, request, flowCookie) === undefined) fail('form_expired');
    try {
      if (code === undefined) await sendCode(services, email, request, reply);
      else await signInWithCode(services, { email, code }, request, reply);
    } catch (error) {
      const { status, message, retryAfter } = toProblem(error);
      if (status >= 500) throw error;
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
      return sendCachedPage(createCodePage(services.event, email, message), request, reply.status(status));
    }
    if (code !== undefined) return reply.redirect('/api/auth/pass', 303);
    return sendCachedPage(createCodePage(services.event, email), request, reply);
  });
}

function sendSession(services: Services, reply: FastifyReply, { token, user }: OpenedSession) {
  setSessionCookie(services.config, 'user', reply, token);
  services.log.info({ user: user.id }, 'signed in');
  return { success: true as const, user: toUser(services, user) };
}

/** The pages for signing in at a provider: each redirects, or shows what went wrong. */
function providerRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;
  const callback = new URL('/api/auth/callback', config.publicUrl).href;
  const provider = config.oidc && connectProvider(config.oidc, callback);

  route(app, services, contract.startSignIn, async ({ query, request, reply }) => {
    const returnTo = toSafeReturnTo(query.returnTo);
    if (!provider) return reply.redirect(`/sign-in?${new URLSearchParams({ returnTo })}`);
    try {
      const { url, flowToken } = await startSignIn(
        services,
        provider,
        returnTo,
        findCookie(config, request, flowCookie),
      );
      setCookie(config, reply, flowCookie, flowToken, { lifetime: flowLifetime });
      return reply.redirect(url.href);
    } catch (error) {
      return sendProblemPage(request, reply, error);
    }
  });

  route(app, services, contract.finishSignIn, async ({ query, request, reply }) => {
    try {
      const { opened, returnTo, identity, suggested } = await finishSignIn(services, provider, {
        url: new URL(request.url, config.publicUrl),
        state: query.state,
        flowToken: findCookie(config, request, flowCookie),
        replaced: findSessionToken(config, 'user', request),
      });
      if (opened) {
        sendSession(services, reply, opened);
        return reply.redirect(returnTo);
      }
      setCookie(config, reply, identityCookie, identity, { lifetime: flowLifetime });
      // Browsers do not send anything after the `#`, so no log contains the address.
      const confirm = new URLSearchParams({ confirm: suggested });
      return reply.redirect(`/sign-in?${new URLSearchParams({ returnTo })}#${confirm}`);
    } catch (error) {
      return sendProblemPage(request, reply, error);
    }
  });
}
