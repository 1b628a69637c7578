import type { FastifyInstance } from 'fastify';
import * as judging from '../../contract/judging/judging.ts';
import * as admin from '../../contract/judging/judging-admin.ts';
import * as results from '../../contract/judging/results.ts';
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
import { decideResult, lockResult, unlockResult } from './decisions.service.ts';
import { exportScoresCsv, exportScoresJson } from './export-scores.ts';
import { getJudgeSession, logInJudge } from './judge-auth.service.ts';
import {
  createJudges,
  importJudges,
  removeJudge,
  renameJudge,
  resetJudgePassword,
} from './judges.service.ts';
import { getJudgingProgress, liftConflict, pauseJudging } from './judging-admin.service.ts';
import { getPublication, publishResults, withdrawResults } from './publication.service.ts';
import { unlockScoreReview } from './score-review.service.ts';
import {
  enterPaperScore,
  listMyComments,
  listMyScores,
  moveScores,
  submitScore,
  voidScore,
  withdrawScore,
} from './scores.service.ts';
import { getShow } from './show.service.ts';
import { assignTables, moveTable, retireTables, sendTableEmails } from './table-admin.service.ts';
import { getNextTable, listTables, skipTable } from './tables.service.ts';
import { listPrizeRankings, listScores, listTeamScores } from './team-results.service.ts';

const contract = { ...judging, ...admin, ...results };

/** Serves judging: judges, reviewers, organizers, and the publishing of contract. */
export function judgingRoutes(app: FastifyInstance, services: Services): void {
  judgeRoutes(app, services);
  reviewRoutes(app, services);
  adminRoutes(app, services);
  publicationRoutes(app, services);
}

/** Serves judges: sign-in, scores and the next table. */
function judgeRoutes(app: FastifyInstance, services: Services): void {
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
  route(app, services, contract.withdrawScore, ({ actor, params }) =>
    withdrawScore(services, actor, params.id),
  );
  route(app, services, contract.listMyScores, ({ actor }) => listMyScores(services, actor));
  route(app, services, contract.listMyComments, ({ actor }) => listMyComments(services, actor.id));
  route(app, services, contract.getNextTable, ({ actor, query }) =>
    getNextTable(services, actor, query.track),
  );
  route(app, services, contract.skipTable, ({ actor, body }) => skipTable(services, actor, body));
  route(app, services, contract.listTables, ({ actor }) => listTables(services, actor));
}

/** Serves the results to signed-in reviewers, and lets organizers void scores. */
function reviewRoutes(app: FastifyInstance, services: Services): void {
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
  if (services.event.projects)
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

/** Serves judging administration: judges, progress, pause and table numbers. */
function adminRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getJudgingProgress, () => getJudgingProgress(services));
  route(app, services, contract.pauseJudging, async ({ actor, body }) => {
    await pauseJudging(services, body.paused, actor.id);
    return { success: true as const, paused: body.paused };
  });
  route(app, services, contract.createJudges, async ({ actor, body }) => ({
    success: true as const,
    accounts: await createJudges(services, body.count, actor.id),
  }));
  route(app, services, contract.importJudges, async ({ actor, body }) => ({
    success: true as const,
    accounts: await importJudges(services, body.list, actor.id),
  }));
  route(app, services, contract.resetJudgePassword, async ({ actor, params }) => ({
    success: true as const,
    account: await resetJudgePassword(services, params.username, actor.id),
  }));
  route(app, services, contract.renameJudge, async ({ actor, body, params }) => {
    await renameJudge(services, { ...params, ...body }, actor.id);
    return { success: true as const, name: body.name };
  });
  route(app, services, contract.liftConflict, ({ actor, params }) =>
    liftConflict(services, params, actor.id),
  );
  route(app, services, contract.enterPaperScore, ({ actor, body, key, params }) =>
    enterPaperScore(services, { ...params, by: actor.id, key }, body),
  );
  route(app, services, contract.moveScores, async ({ actor, body }) => ({
    success: true as const,
    moved: await moveScores(services, body.moves, actor.id),
  }));
  route(app, services, contract.removeJudge, ({ actor, params, query }) =>
    removeJudge(services, { ...params, ...query }, actor.id),
  );
  route(app, services, contract.assignTables, async ({ actor, query }) => ({
    success: true as const,
    ...(await assignTables(services, actor.id, query.who)),
  }));
  route(app, services, contract.retireTables, async ({ actor, body }) => ({
    success: true as const,
    changed: await retireTables(services, body, actor.id),
  }));
  route(app, services, contract.moveTable, ({ actor, body }) => moveTable(services, body, actor.id));
  route(app, services, contract.sendTableEmails, async ({ actor }) => ({
    success: true as const,
    sent: await sendTableEmails(services, actor.id),
  }));
}

/** Serves the publishing of results, at an event that has projects. */
function publicationRoutes(app: FastifyInstance, services: Services): void {
  if (!services.event.projects) return;
  route(app, services, contract.getPublication, ({ actor }) => getPublication(services, actor.id));
  route(app, services, contract.getShow, () => getShow(services));
  route(app, services, contract.decideResult, ({ actor, body }) => decideResult(services, actor.id, body));
  route(app, services, contract.lockResult, ({ actor, body }) => lockResult(services, actor.id, body));
  route(app, services, contract.unlockResult, ({ actor, body }) => unlockResult(services, actor.id, body));
  route(app, services, contract.publishResults, ({ actor, body }) =>
    publishResults(services, actor.id, body),
  );
  route(app, services, contract.withdrawResults, ({ actor }) => withdrawResults(services, actor.id));
}
