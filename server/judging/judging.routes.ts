import type { FastifyInstance } from 'fastify';
import * as judging from '../../contract/judging/judging.ts';
import * as admin from '../../contract/judging/judging-admin.ts';
import * as results from '../../contract/judging/results.ts';
import { serve, serveWithProjects } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as decisionService from './decisions.service.ts';
import * as scoreExports from './export-scores.ts';
import * as judgeAuthService from './judge-auth.service.ts';
import * as judgeService from './judges.service.ts';
import * as adminService from './judging-admin.service.ts';
import * as publicationService from './publication.service.ts';
import * as reviewService from './score-review.service.ts';
import * as scoreService from './scores.service.ts';
import * as showService from './show.service.ts';
import * as tableAdminService from './table-admin.service.ts';
import * as tableService from './tables.service.ts';
import * as resultService from './team-results.service.ts';

/** Serves judging: judges, scores, tables, and for an event with projects the publishing of results. */
export function judgingRoutes(app: FastifyInstance, services: Services): void {
  const { listPrizeRankings, ...scoring } = judging;
  serve(app, services, scoring, {
    ...judgeAuthService,
    ...scoreService,
    ...tableService,
    ...reviewService,
    ...resultService,
    ...scoreExports,
  });
  serve(app, services, admin, { ...adminService, ...judgeService, ...tableAdminService });
  serveWithProjects(app, services, (scope) => {
    serve(scope, services, { listPrizeRankings }, resultService);
    serve(scope, services, results, { ...decisionService, ...publicationService, ...showService });
  });
}
