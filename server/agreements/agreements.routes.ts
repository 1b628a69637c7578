import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/agreements.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { updateAgreement } from './agreements.service.ts';

/** Serves what people agree to and revoke after they have applied. */
export function agreementRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.updateAgreement, async ({ actor, params, body }) => {
    await updateAgreement(services, actor.id, { ...body, id: params.id });
    return { success: true as const };
  });
}
