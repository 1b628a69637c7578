import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/judging.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { logInJudge, logOutJudge } from './judge-auth.service.ts';
import { isJudgingPaused } from './judging-admin.service.ts';
import { listMyScores, submitScore } from './scores.service.ts';
import { getNextTable, listTables, skipTable } from './tables.service.ts';

/** Serves the judges: signing in, scoring, and where to go next. */
export function judgingRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.logInJudge, async ({ body, request, reply }) => ({
    success: true as const,
    judge: await logInJudge(services, body, request, reply),
  }));
  route(app, services, contract.getJudgeSession, async ({ actor: { username, name } }) => ({
    success: true as const,
    judge: { username, name },
    paused: await isJudgingPaused(services),
  }));
  route(app, services, contract.logOutJudge, async ({ request, reply }) => {
    await logOutJudge(services, request, reply).catch(() =>
      services.log.warn('a judge’s session could not be ended'),
    );
  });
  route(app, services, contract.submitScore, async ({ actor, body, key, request, reply }) => {
    const keyed = request.headers['idempotency-key'] !== undefined;
    const { score, repeated } = await submitScore(services, actor, body, keyed ? key : null);
    reply.status(repeated ? 200 : 201);
    return score;
  });
  route(app, services, contract.listMyScores, ({ actor }) => listMyScores(services, actor));
  route(app, services, contract.getNextTable, ({ actor, query }) =>
    getNextTable(services, actor, query.track),
  );
  route(app, services, contract.skipTable, ({ actor, body }) => skipTable(services, actor, body));
  route(app, services, contract.listTables, () => listTables(services));
}
