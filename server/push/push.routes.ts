import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/push.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findSessionToken } from '../sessions/session-cookies.ts';
import { deletePushSubscription, savePushSubscription } from './push-subscriptions.service.ts';

/** Serves the devices on which people get notifications. */
export function pushRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.savePushSubscription, async ({ actor, body, request }) => {
    const session = findSessionToken(services.config, 'user', request) ?? '';
    await savePushSubscription(services, { userId: actor.id, session }, body);
    return { success: true as const };
  });
  route(app, services, contract.deletePushSubscription, async ({ request }) => {
    await deletePushSubscription(services, findSessionToken(services.config, 'user', request) ?? '');
    return { success: true as const };
  });
}
