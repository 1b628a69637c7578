import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/judging/judging.ts';
import { sendDownload } from '../platform/http/download.ts';
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
import { exportScoresCsv, exportScoresJson } from './export-scores.ts';
import { unlockScoreReview } from './score-review.service.ts';
import { voidScore } from './scores.service.ts';
import { listPrizeRankings, listScores, listTeamScores } from './team-results.service.ts';

/** Serves the results to signed-in reviewers, and lets organizers void scores. */
export function scoreReviewRoutes(app: FastifyInstance, services: Services): void {
  const { config, db } = services;
  route(app, services, contract.unlockScoreReview, async ({ body, request, reply }) => {
    const { token, device } = await unlockScoreReview(services, body.password, {
      address: toAddressKey(request.ip),
      device: findDeviceMark(config, 'reviewer', request),
    });
    setSessionCookie(config, 'reviewer', reply, token);
    setDeviceCookie(config, 'reviewer', reply, device);
  });
  route(app, services, contract.lockScoreReview, async ({ request, reply }) => {
    const token = findSessionToken(config, 'reviewer', request);
    clearSessionCookie(config, 'reviewer', reply);
    if (token) await closeSession(db, 'reviewer', token);
  });
  route(app, services, contract.listScores, () => listScores(services));
  route(app, services, contract.listTeamScores, () => listTeamScores(services));
  route(app, services, contract.listPrizeRankings, () => listPrizeRankings(services));
  route(app, services, contract.voidScore, ({ actor, params, body }) =>
    voidScore(services, { id: params.id, by: actor.id, reason: body.reason }),
  );
  route(app, services, contract.exportScoresCsv, async ({ query, reply }) => {
    const csv = await exportScoresCsv(services, { adjusted: query.adjusted === '1' });
    return sendDownload(reply, 'team-scores.csv', csv);
  });
  route(app, services, contract.exportScoresJson, async ({ query, reply }) => {
    const json = await exportScoresJson(services, { adjusted: query.adjusted === '1' });
    return sendDownload(reply, 'team-scores.json', json);
  });
}
