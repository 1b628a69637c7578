import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/platform/files.ts';
import * as eventFilesService from '../../platform/files/event-files.service.ts';
import * as filesService from '../../platform/files/files.service.ts';
import { sweepStaging } from '../../platform/files/staging.ts';
import { serve } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import * as service from './documents.service.ts';

const sweepEvery = 3_600_000;

/** Serves files, and sweeps the store every hour while the program listens. The calls of applications/ receive uploads. */
export function fileRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, contract, { ...service, ...eventFilesService });

  let timer: NodeJS.Timeout | undefined;
  const sweep = () =>
    Promise.all([filesService.sweepFiles(services), sweepStaging(services.config.dataDir)]).catch(
      (error: Error) => services.log.warn({ cause: error.message }, 'files were not swept'),
    );
  app.addHook('onListen', async () => {
    sweep();
    timer = setInterval(sweep, sweepEvery).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    services.pdf.close();
    services.resumes.close();
    services.pictures.close();
  });
}
