import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/judging/prize-judging.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { getPrizeJudging, submitPrizeScore } from './prize-judging.service.ts';
import { listPrizeRankings } from './prize-results.service.ts';

/** Serves the judges of a prize, and the rankings of such prizes to reviewers. */
export function prizeJudgingRoutes(app: FastifyInstance, services: Services): void {
  if (!services.event.projects) return;
  route(app, services, contract.getPrizeJudging, ({ actor }) => getPrizeJudging(services, actor));
  route(app, services, contract.submitPrizeScore, ({ actor, body, key }) =>
    submitPrizeScore(services, actor, body, key),
  );
  route(app, services, contract.listPrizeRankings, () => listPrizeRankings(services));
}
