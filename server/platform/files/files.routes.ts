import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/platform/files.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { getFile, sweepFiles } from './files.service.ts';
import { sweepStaging } from './staging.ts';

const sweepEvery = 3_600_000;

/** Serves files, and sweeps the store every hour while the program listens. Uploads come with calls of applications/. */
export function fileRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getFile, async ({ actor, params, reply }) => {
    const { name, size, content } = await getFile(services, actor, params.id);
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-length': size,
        'content-disposition': `attachment; filename="${name}"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(content);
  });

  let timer: NodeJS.Timeout | undefined;
  const sweep = () =>
    Promise.all([sweepFiles(services), sweepStaging(services.config.dataDir)]).catch((error: Error) =>
      services.log.warn({ cause: error.message }, 'files were not swept'),
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
