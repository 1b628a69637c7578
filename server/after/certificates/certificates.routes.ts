import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/after/certificates.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { exportCertificates, getCertificates, getMyCertificate } from './certificates.service.ts';

/** Serves the certificates of those who were there. */
export function certificateRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getMyCertificate, async ({ actor, reply }) =>
    sendDownload(reply, 'certificate.pdf', await getMyCertificate(services, actor.id)),
  );
  route(app, services, contract.getCertificates, () => getCertificates(services));
  route(app, services, contract.exportCertificates, async ({ reply }) =>
    sendDownload(reply, 'certificates.pdf', await exportCertificates(services)),
  );
}
