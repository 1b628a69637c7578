import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/judging.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { endJudgeSession, signInJudge } from './judge-auth.service.ts';
import { paused } from './judging-admin.service.ts';
import { keepScore, ownScores } from './scores.service.ts';
import { next, skip, tables } from './tables.service.ts';

/** Serves the judges: signing in, scoring, and where to go next. */
export function judgingRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.judgeLogin, async ({ body, request, reply }) => ({
    success: true as const,
    judge: await signInJudge(services, body, request, reply),
  }));
  route(app, services, contract.judgeSession, async ({ actor: { username, name } }) => ({
    success: true as const,
    judge: { username, name },
    paused: await paused(services),
  }));
  route(app, services, contract.judgeLogout, async ({ request, reply }) => {
    await endJudgeSession(services, request, reply).catch(() =>
      services.log.warn('a judge’s session could not be ended'),
    );
  });
  route(app, services, contract.submitScore, async ({ actor, body, key, request, reply }) => {
    const keyed = request.headers['idempotency-key'] !== undefined;
    const { score, repeated } = await keepScore(services, actor, body, keyed ? key : null);
    reply.status(repeated ? 200 : 201);
    return score;
  });
  route(app, services, contract.ownScores, ({ actor }) => ownScores(services, actor));
  route(app, services, contract.judgeNext, ({ actor, query }) => next(services, actor, query.track));
  route(app, services, contract.skipTable, ({ actor, body }) => skip(services, actor, body));
  route(app, services, contract.judgeTables, () => tables(services));
}
