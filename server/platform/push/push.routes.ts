import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/platform/push.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findSessionToken } from '../sessions/session-cookies.ts';
import { deletePushSubscription, savePushSubscription } from './push-subscriptions.service.ts';

/** Serves the devices on which people get notifications. */
export function pushRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.savePushSubscription, async ({ actor, body, request }) => {
    const session = findSessionToken(services.config, 'user', request) ?? '';
    await savePushSubscription(services, { userId: actor.id, session }, body);
  });
  route(app, services, contract.deletePushSubscription, ({ request }) =>
    deletePushSubscription(services, findSessionToken(services.config, 'user', request) ?? ''),
  );
}
