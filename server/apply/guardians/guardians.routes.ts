import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/guardians.ts';
import { sendCachedPage } from '../../platform/http/cached-pages.ts';
import { addFormParser } from '../../platform/http/input.ts';
import { route } from '../../platform/http/route.ts';
import { perEvent, type Services } from '../../platform/services.ts';
import { createGuardianPages } from './guardian-pages.ts';
import { confirmGuardian, findLinkState, sendGuardianEmail } from './guardians.service.ts';

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
  route(app, services, contract.getGuardianPage, async ({ params, request, reply }) => {
    const pages = getPages();
    const state = await findLinkState(services, params.token);
    if (state === 'unknown') return sendCachedPage(pages.unknown, request, reply.status(404));
    return sendCachedPage(state === 'open' ? pages.question : pages.confirmed, request, reply);
  });
  route(app, services, contract.confirmGuardian, async ({ params, request, reply }) =>
    (await confirmGuardian(services, params.token))
      ? sendCachedPage(getPages().confirmed, request, reply)
      : sendCachedPage(getPages().unknown, request, reply.status(404)),
  );
}
