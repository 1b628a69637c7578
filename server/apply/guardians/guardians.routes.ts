import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/apply/guardians.ts';
import { sendCachedPage } from '../../platform/http/cached-pages.ts';
import { addFormParser } from '../../platform/http/input.ts';
import { route } from '../../platform/http/route.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import { createGuardianPages } from './guardian-pages.ts';
import { answerGuardian, findLinkState, sendGuardianEmail } from './guardians.service.ts';

/** Serves the guardians of people who are too young to take part on their own. */
export function guardianRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.sendGuardianEmail, ({ actor, params, body }) =>
    sendGuardianEmail(services, { ...body, applicationId: params.id, by: actor.id }),
  );
  void app.register(async (scope) => pageRoutes(scope, services));
}

function pageRoutes(app: FastifyInstance, services: Services): void {
  addFormParser(app);
  const getPages = perEvent(services, createGuardianPages);
  const send = (
    state: keyof ReturnType<typeof createGuardianPages>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => sendCachedPage(getPages()[state], request, state === 'unknown' ? reply.status(404) : reply);
  route(app, services, contract.getGuardianPage, async ({ params, request, reply }) =>
    send(await findLinkState(services, params.token), request, reply),
  );
  route(app, services, contract.answerGuardian, async ({ params, body, request, reply }) =>
    send(await answerGuardian(services, params.token, body.answer), request, reply),
  );
}
