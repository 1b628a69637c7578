import type { FastifyInstance } from 'fastify';
import * as push from '../../contract/platform/push.ts';
import * as webhook from '../../contract/platform/webhook.ts';
import { serve } from './http/route.ts';
import * as pushService from './push/push-subscriptions.service.ts';
import type { Services } from './services.ts';
import * as webhookService from './webhook/webhook.service.ts';

/** Serves the devices on which people get notifications, and the organizers' calls about the webhook. */
export function platformRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, push, pushService);
  serve(app, services, webhook, webhookService);
}
