import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '../../contract/resume-book.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { cookieName, cookieOptions, findCookie } from '../sessions/session-cookies.ts';
import {
  createResumeLink,
  downloadResumeBook,
  downloadSharedResumes,
  getResumeBook,
  getSharedResumes,
  listResumeLinks,
  openResumeLink,
  revokeResumeLink,
} from './resume-book.service.ts';

const sendZip = (reply: FastifyReply, zip: Readable) =>
  reply.type('application/zip').header('content-disposition', 'attachment; filename="resumes.zip"').send(zip);

/** Serves the resume book to organizers, and to sponsors by their links. */
export function resumeBookRoutes(app: FastifyInstance, services: Services): void {
  const cookie = cookieName(services.config, 'resumes');
  const tokenOf = (request: FastifyRequest) => findCookie(request, cookie);

  route(app, services, contract.getResumeBook, ({ query }) => getResumeBook(services, query));
  route(app, services, contract.downloadResumeBook, async ({ actor, query, reply }) =>
    sendZip(reply, await downloadResumeBook(services, actor.id, query)),
  );
  route(app, services, contract.listResumeLinks, () => listResumeLinks(services));
  route(app, services, contract.createResumeLink, ({ actor, body }) =>
    createResumeLink(services, actor.id, body),
  );
  route(app, services, contract.revokeResumeLink, async ({ actor, params }) => {
    await revokeResumeLink(services, actor.id, params.id);
    return { success: true as const };
  });

  route(app, services, contract.openResumeLink, async ({ body, reply }) => {
    const expires = await openResumeLink(services, body.token);
    reply.setCookie(cookie, body.token, { ...cookieOptions(services.config), expires });
    return { success: true as const };
  });
  route(app, services, contract.getSharedResumes, ({ request }) =>
    getSharedResumes(services, tokenOf(request)),
  );
  route(app, services, contract.downloadSharedResumes, async ({ request, reply }) =>
    sendZip(reply, await downloadSharedResumes(services, tokenOf(request))),
  );
}
