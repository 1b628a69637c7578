import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/judging/judging-admin.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import {
  createJudges,
  importJudges,
  removeJudge,
  renameJudge,
  resetJudgePassword,
} from './judges.service.ts';
import { getJudgingProgress, liftConflict, pauseJudging } from './judging-admin.service.ts';
import { assignTables, moveTable, retireTables, sendTableEmails } from './table-admin.service.ts';

/** Serves judging administration: judges, progress, pause and table numbers. */
export function judgingAdminRoutes(app: FastifyInstance, services: Services): void {
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
  route(app, services, contract.removeJudge, ({ actor, params }) =>
    removeJudge(services, params.username, actor.id),
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
