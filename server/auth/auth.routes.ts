import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  currentUser,
  finishSignIn as finishCall,
  signInOptions,
  signOut,
  startEmailSignIn,
  startSignIn,
  useSignInLink,
  verifyEmailSignIn,
} from '../../contract/auth.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { type Opened, userView } from '../users/users.service.ts';
import { mailCode, signInWithCode } from './email-codes.service.ts';
import { clearFlowCookie, flowToken, setFlowCookie } from './flow-cookie.ts';
import { beginSignIn, finishSignIn } from './oidc.service.ts';
import { connectProvider } from './oidc-provider.ts';
import { sendProblemPage } from './problem-page.ts';
import { safeReturnTo } from './return-to.ts';
import { endSession, sentToken, setSessionCookie } from './sessions.service.ts';
import { signInWithLink } from './sign-in-links.service.ts';

/** Signing in and out, by mail, by link and at a provider. */
export function signInRoutes(app: FastifyInstance, services: Services): void {
  const { config, log } = services;
  const provider =
    config.oidc && connectProvider(config.oidc, new URL('/api/auth/callback', config.publicUrl).href);

  const enter = (reply: FastifyReply, { token, person }: Opened) => {
    setSessionCookie(services, reply, token);
    log.info({ user: person.id }, 'signed in');
    return { success: true as const, user: userView(services, person) };
  };

  route(app, services, signInOptions, () => ({
    provider: config.oidc ? { name: config.oidc.name } : null,
    mailIsDelivered: config.smtpUrl !== undefined,
  }));

  route(app, services, currentUser, ({ actor }) =>
    actor.kind === 'user'
      ? { success: true as const, user: userView(services, actor) }
      : { success: false as const, user: null },
  );

  route(app, services, startSignIn, async ({ query, request, reply }) => {
    const returnTo = safeReturnTo(query.returnTo, config.publicUrl);
    if (!provider) return reply.redirect(`/sign-in?${new URLSearchParams({ returnTo })}`);
    try {
      const { url, cookie } = await beginSignIn(services, provider, returnTo);
      setFlowCookie(config, reply, cookie);
      return reply.redirect(url.href);
    } catch (error) {
      return sendProblemPage(request, reply, error);
    }
  });

  route(app, services, finishCall, async ({ query, request, reply }) => {
    try {
      const opened = await finishSignIn(services, provider, {
        url: new URL(request.url, config.publicUrl),
        state: query.state,
        cookie: flowToken(config, request),
        replaced: sentToken(services, request),
      });
      clearFlowCookie(config, reply);
      enter(reply, opened);
      return reply.redirect(opened.returnTo);
    } catch (error) {
      return sendProblemPage(request, reply, error);
    }
  });

  route(app, services, startEmailSignIn, async ({ body }) => {
    await mailCode(services, body.email);
    return { success: true as const };
  });

  route(app, services, verifyEmailSignIn, async ({ body, request, reply }) => {
    return enter(reply, await signInWithCode(services, body, sentToken(services, request)));
  });

  route(app, services, useSignInLink, async ({ actor, body, request, reply }) => {
    const opened = await signInWithLink(services, {
      ...body,
      signedInId: actor.kind === 'user' ? actor.id : undefined,
      replaced: sentToken(services, request),
    });
    return enter(reply, opened);
  });

  route(app, services, signOut, async ({ request, reply }) => {
    const site = request.headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none')
      await endSession(services, request, reply).catch(() => log.warn('a session could not be ended'));
    return reply.redirect('/');
  });
}
