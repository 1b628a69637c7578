import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/event-day/lending.ts';
import { serve } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import * as service from './lending.service.ts';

/** Serves the things that are lent to participants, and to those who hand them out. */
export function lendingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, contract, service);
}
