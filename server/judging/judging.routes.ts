import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/judging/judging.ts';
import { toAddressKey } from '../platform/http/rate-limit.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import {
  clearSessionCookie,
  findDeviceMark,
  findSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../platform/sessions/session-cookies.ts';
import { closeSession } from '../platform/sessions/sessions.service.ts';
import { getJudgeSession, logInJudge } from './judge-auth.service.ts';
import { listMyComments, listMyScores, submitScore } from './scores.service.ts';
import { getNextTable, listTables, skipTable } from './tables.service.ts';

/** Serves judges: sign-in, scores and the next table. */
export function judgingRoutes(app: FastifyInstance, services: Services): void {
  const { config, db, log } = services;
  route(app, services, contract.logInJudge, async ({ body, request, reply }) => {
    const { judge, token, device } = await logInJudge(services, body, {
      address: toAddressKey(request.ip),
      device: findDeviceMark(config, 'judge', request),
      replaced: findSessionToken(config, 'judge', request),
    });
    setSessionCookie(config, 'judge', reply, token);
    setDeviceCookie(config, 'judge', reply, device);
    return { success: true as const, judge };
  });
  route(app, services, contract.getJudgeSession, ({ actor }) => getJudgeSession(services, actor));
  route(app, services, contract.logOutJudge, async ({ request, reply }) => {
    const token = findSessionToken(config, 'judge', request);
    if (!token) return;
    // The cookie is cleared even when the database is unavailable.
    clearSessionCookie(config, 'judge', reply);
    await closeSession(db, 'judge', token).catch(() => log.warn('a judge’s session was not ended'));
  });
  route(app, services, contract.submitScore, async ({ actor, body, key, request, reply }) => {
    const keyed = request.headers['idempotency-key'] !== undefined;
    const { score, repeated } = await submitScore(services, actor, body, keyed ? key : null);
    reply.status(repeated ? 200 : 201);
    return score;
  });
  route(app, services, contract.listMyScores, ({ actor }) => listMyScores(services, actor));
  route(app, services, contract.listMyComments, ({ actor }) => listMyComments(services, actor.id));
  route(app, services, contract.getNextTable, ({ actor, query }) =>
    getNextTable(services, actor, query.track),
  );
  route(app, services, contract.skipTable, ({ actor, body }) => skipTable(services, actor, body));
  route(app, services, contract.listTables, ({ actor }) => listTables(services, actor));
}
