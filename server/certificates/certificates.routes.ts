import type { FastifyInstance, FastifyReply } from 'fastify';
import * as contract from '../../contract/certificates.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { exportCertificates, getCertificates, getMyCertificate } from './certificates.service.ts';

const sendPdf = (reply: FastifyReply, name: string, content: NodeJS.ReadableStream) =>
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(content);

/** Serves the certificates of those who were there. */
export function certificateRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.getMyCertificate, async ({ actor, reply }) =>
    sendPdf(reply, 'certificate.pdf', await getMyCertificate(services, actor)),
  );
  route(app, services, contract.getCertificates, () => getCertificates(services));
  route(app, services, contract.exportCertificates, async ({ reply }) =>
    sendPdf(reply, 'certificates.pdf', await exportCertificates(services)),
  );
}
