import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/apply/search.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { getApplicantIndex } from './applicant-index.ts';

// Its word lists take memory from its first use on.
const load = () => import('./search.service.ts');

/** Serves the organizers' search for applicants. */
export function searchRoutes(app: FastifyInstance, services: Services): void {
  app.addHook('onClose', () => getApplicantIndex(services).close());
  route(app, services, contract.determineSearchType, async ({ body }) =>
    (await load()).determineSearchType(services, body.query),
  );
  route(app, services, contract.searchVector, async ({ actor, body }) =>
    (await load()).searchVector(services, actor, body),
  );
  route(app, services, contract.searchRag, async ({ actor, body }) =>
    (await load()).searchRag(services, actor, body),
  );
  route(app, services, contract.previewSearchTerms, async ({ actor, body }) =>
    (await import('./terms.service.ts')).previewSearchTerms(services, actor, body),
  );
}
