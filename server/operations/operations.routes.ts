import type { FastifyInstance } from 'fastify';
import * as backup from '../../contract/operations/backup.ts';
import * as home from '../../contract/operations/home.ts';
import * as log from '../../contract/operations/log.ts';
import { serve } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as backupService from './backup/backup-download.service.ts';
import * as nextEventService from './backup/next-event.service.ts';
import * as homeService from './home/home.service.ts';
import * as logService from './log/log.service.ts';

/** Serves the organizers' home page, what their command palette finds, the log, emails that were given up, backups, and the next event. */
export function operationsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, home, homeService);
  serve(app, services, log, logService);
  serve(app, services, backup, { ...backupService, ...nextEventService });
}
