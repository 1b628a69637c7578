import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/guardians.ts';
import { serve } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import * as service from './guardians.service.ts';

/** Serves the guardians of people who are too young to take part on their own. */
export function guardianRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, contract, service);
}
