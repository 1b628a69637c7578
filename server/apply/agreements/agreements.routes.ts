import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/agreements.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { updateAgreement } from './agreements.service.ts';

/** Serves what people agree to and revoke after they have applied. */
export function agreementRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, contract.updateAgreement, ({ actor, params, body }) =>
    updateAgreement(services, actor.id, { ...body, id: params.id }),
  );
}
