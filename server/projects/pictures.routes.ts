import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/projects/project-pictures.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { createPicture, deletePicture, getPicture, updatePicture } from './pictures.service.ts';

/** Serves the calls about pictures of projects, at an event that has projects. */
export function pictureRoutes(app: FastifyInstance, services: Services): void {
  if (!services.event.projects) return;
  route(app, services, contract.createPicture, ({ actor, fields, files }) =>
    createPicture(services, actor, { uploaded: files.picture, ...fields }),
  );

  route(app, services, contract.updatePicture, ({ actor, params, body }) =>
    updatePicture(services, actor, { ...params, ...body }),
  );

  route(app, services, contract.deletePicture, ({ actor, params }) =>
    deletePicture(services, actor, params.id),
  );

  route(app, services, contract.getPicture, async ({ actor, params, request, reply }) => {
    const { type, size, etag, isPublic, open } = await getPicture(services, actor, params.id);
    reply.headers({
      // What stands at an address never changes. A private picture is asked for again, so that it ends with the session.
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': 'inline',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply
      .type(type)
      .header('content-length', size)
      .send(await open());
  });
}
