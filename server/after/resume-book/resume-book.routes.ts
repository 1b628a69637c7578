import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/after/resume-book.ts';
import { sendDownload } from '../../platform/http/download.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { cookieName, cookieOptions, findCookie } from '../../platform/sessions/session-cookies.ts';
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

/** Serves the resume book to organizers, and to sponsors by their links. */
export function resumeBookRoutes(app: FastifyInstance, services: Services): void {
  const cookie = cookieName(services.config, 'resumes');
  const tokenOf = (request: FastifyRequest) => findCookie(request, cookie);

  route(app, services, contract.getResumeBook, ({ query }) => getResumeBook(services, query));
  route(app, services, contract.downloadResumeBook, async ({ actor, query, reply }) =>
    sendDownload(reply, 'resumes.zip', await downloadResumeBook(services, actor.id, query)),
  );
  route(app, services, contract.listResumeLinks, () => listResumeLinks(services));
  route(app, services, contract.createResumeLink, ({ actor, body }) =>
    createResumeLink(services, actor.id, body),
  );
  route(app, services, contract.revokeResumeLink, ({ actor, params }) =>
    revokeResumeLink(services, actor.id, params.id),
  );

  route(app, services, contract.openResumeLink, async ({ body, reply }) => {
    const expires = await openResumeLink(services, body.token);
    reply.setCookie(cookie, body.token, { ...cookieOptions(services.config), expires });
  });
  route(app, services, contract.getSharedResumes, ({ request }) =>
    getSharedResumes(services, tokenOf(request)),
  );
  route(app, services, contract.downloadSharedResumes, async ({ request, reply }) =>
    sendDownload(reply, 'resumes.zip', await downloadSharedResumes(services, tokenOf(request))),
  );
}
