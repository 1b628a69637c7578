import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/after/certificates.ts';
import { sendCachedPage } from '../../platform/http/cached-pages.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { createCertificatePage } from './certificate-page.ts';
import {
  exportCertificates,
  findCertificateName,
  getCertificates,
  getMyCertificate,
} from './certificates.service.ts';

/** Serves the certificates of those who were there. */
export function certificateRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getMyCertificate, async ({ actor, reply }) =>
    sendDownload(reply, 'certificate.pdf', await getMyCertificate(services, actor.id)),
  );
  route(app, services, contract.getCertificatePage, async ({ params, request, reply }) => {
    const name = await findCertificateName(services, params.id);
    const page = createCertificatePage(services.event, name);
    return sendCachedPage(page, request, name === undefined ? reply.status(404) : reply);
  });
  route(app, services, contract.getCertificates, () => getCertificates(services));
  route(app, services, contract.exportCertificates, async ({ reply }) =>
    sendDownload(reply, 'certificates.pdf', await exportCertificates(services)),
  );
}
