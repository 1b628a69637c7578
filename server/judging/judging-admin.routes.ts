import type { FastifyInstance } from 'fastify';
import { assignTables as assignTablesCall } from '../../contract/judging.ts';
import * as contract from '../../contract/judging-admin.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { makeJudges, makeListed, renewPassword, takeOut } from './judge-accounts.service.ts';
import { pause, progress } from './judging-admin.service.ts';
import { assignTables } from './tables.service.ts';

/** Serves the organisers of judging: accounts, progress, the pause, and the numbering of tables. */
export function hallRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.showProgress, () => progress(services));
  route(app, services, contract.pauseJudging, async ({ actor, body }) => {
    await pause(services, body.paused, actor.id);
    return { success: true as const, paused: body.paused };
  });
  route(app, services, contract.createJudges, async ({ actor, body }) => ({
    success: true as const,
    accounts: await makeJudges(services, body.count, actor.id),
  }));
  route(app, services, contract.importJudges, async ({ actor, body }) => ({
    success: true as const,
    accounts: await makeListed(services, body.list, actor.id),
  }));
  route(app, services, contract.resetJudge, async ({ actor, params }) => ({
    success: true as const,
    account: await renewPassword(services, params.username, actor.id),
  }));
  route(app, services, contract.removeJudge, async ({ actor, params }) => {
    await takeOut(services, params.username, actor.id);
    return { success: true as const };
  });
  route(app, services, assignTablesCall, async ({ actor }) => ({
    success: true as const,
    ...(await assignTables(services, actor.id)),
  }));
}
