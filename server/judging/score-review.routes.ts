import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '../../contract/judging.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { resultsCsv, resultsJson } from './exports.ts';
import { allScores, teamResults, teamResultsAnswer } from './results.service.ts';
import { lock, unlock } from './score-review.service.ts';

function sendFile(reply: FastifyReply, name: string, type: string, content: string) {
  return reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content);
}

/** Serves the results to whoever has unlocked them. */
export function reviewRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.unlockReview, async ({ body, request, reply }) => {
    await unlock(services, body.password, request, reply);
    return { success: true as const };
  });
  route(app, services, contract.lockReview, async ({ request, reply }) => {
    await lock(services, request, reply);
    return { success: true as const };
  });
  route(app, services, contract.listScores, () => allScores(services));
  route(app, services, contract.listTeamScores, () => teamResultsAnswer(services));
  route(app, services, contract.exportCsv, async ({ query, reply }) => {
    const csv = resultsCsv(await teamResults(services), { adjusted: query.adjusted === '1' });
    return sendFile(reply, 'team-scores.csv', 'text/csv', csv);
  });
  route(app, services, contract.exportJson, async ({ query, reply }) => {
    const json = resultsJson(await teamResults(services), { adjusted: query.adjusted === '1' });
    return sendFile(reply, 'team-scores.json', 'application/json', json);
  });
}
