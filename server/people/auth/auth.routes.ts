import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '../../../contract/people/auth.ts';
import { toSafeReturnTo } from '../../../contract/platform/return-to.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { createDeviceMark } from '../../platform/sessions/device-marks.ts';
import {
  clearSessionCookie,
  findDeviceMark,
  findSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../../platform/sessions/session-cookies.ts';
import { closeSession } from '../../platform/sessions/sessions.service.ts';
import { getCurrentUser, toUser } from '../users/users.service.ts';
import { clearFlowCookie, findFlowToken, setFlowCookie } from './flow-cookie.ts';
import { finishSignIn, startSignIn } from './oidc.service.ts';
import { connectProvider } from './oidc-provider.ts';
import { sendProblemPage } from './problem-page.ts';
import { getSignInOptions, type OpenedSession } from './sign-in.service.ts';
import { startEmailSignIn, verifyEmailSignIn } from './sign-in-codes.service.ts';
import { redeemSignInLink } from './sign-in-links.service.ts';

/** Serves signing in and out: by emailed code, by link, and at a provider. */
export function authRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, log } = services;
  providerRoutes(app, services);

  route(app, services, contract.getSignInOptions, () => getSignInOptions(services));

  route(app, services, contract.getCurrentUser, ({ actor }) =>
    getCurrentUser(services, actor.kind === 'user' ? actor : undefined),
  );

  route(app, services, contract.startEmailSignIn, async ({ body, request, reply }) => {
    const flowToken = await startEmailSignIn(services, body.email, {
      flowToken: findFlowToken(config, request),
      ip: request.ip,
      device: findDeviceMark(config, 'user', request),
    });
    setFlowCookie(config, reply, flowToken);
  });

  route(app, services, contract.verifyEmailSignIn, async ({ body, request, reply }) => {
    const opened = await verifyEmailSignIn(services, body, {
      flowToken: findFlowToken(config, request),
      replaced: findSessionToken(config, 'user', request),
    });
    const answer = sendSession(services, reply, opened);
    setDeviceCookie(config, 'user', reply, createDeviceMark(config, 'user', body.email));
    return answer;
  });

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
      // Not "storage", which would end a judge's work on the same device: the pages clear what is the user's.
      reply.header('clear-site-data', '"cache"');
      // The cookie is cleared even while the database is away.
      clearSessionCookie(config, 'user', reply);
      if (token) await closeSession(db, 'user', token).catch(() => log.warn('a session was not ended'));
    }
    return reply.redirect('/');
  });
}

function sendSession(services: Services, reply: FastifyReply, { token, user }: OpenedSession) {
  setSessionCookie(services.config, 'user', reply, token);
  services.log.info({ user: user.id }, 'signed in');
  return { success: true as const, user: toUser(services, user) };
}

/** The pages of sign-in at a provider: each leads on, or shows as a page what went wrong. */
function providerRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services;
  const callback = new URL('/api/auth/callback', config.publicUrl).href;
  const provider = config.oidc && connectProvider(config.oidc, callback);

  route(app, services, contract.startSignIn, async ({ query, request, reply }) => {
    const returnTo = toSafeReturnTo(query.returnTo);
    if (!provider) return reply.redirect(`/sign-in?${new URLSearchParams({ returnTo })}`);
    try {
      const { url, flowToken } = await startSignIn(services, provider, returnTo);
      setFlowCookie(config, reply, flowToken);
      return reply.redirect(url.href);
    } catch (error) {
      return sendProblemPage(request, reply, error);
    }
  });

  route(app, services, contract.finishSignIn, async ({ query, request, reply }) => {
    try {
      const opened = await finishSignIn(services, provider, {
        url: new URL(request.url, config.publicUrl),
        state: query.state,
        flowToken: findFlowToken(config, request),
        replaced: findSessionToken(config, 'user', request),
      });
      clearFlowCookie(config, reply);
      sendSession(services, reply, opened);
      return reply.redirect(opened.returnTo);
    } catch (error) {
      return sendProblemPage(request, reply, error);
    }
  });
}
