import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/platform/webhook.ts';
import { serve } from '../http/route.ts';
import type { Services } from '../services.ts';
import * as service from './webhook.service.ts';

export function webhookRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, contract, service);
}
