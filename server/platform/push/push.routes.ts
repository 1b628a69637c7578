import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/platform/push.ts';
import { serve } from '../http/route.ts';
import type { Services } from '../services.ts';
import * as service from './push-subscriptions.service.ts';

export function pushRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, contract, service);
}
