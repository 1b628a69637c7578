import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/projects/projects.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import {
  deleteProject,
  getMyProject,
  markEditing,
  saveProject,
  submitProject,
  updateNamedInGallery,
  updateProjectDetails,
  withdrawProject,
} from './projects.service.ts';

/** Serves the calls about projects, at an event that has them. */
export function projectRoutes(app: FastifyInstance, services: Services): void {
  if (!services.event.projects) return;
  route(app, services, contract.getMyProject, ({ actor }) => getMyProject(services, actor));

  route(app, services, contract.saveProject, ({ actor, body }) => saveProject(services, actor, body));

  route(app, services, contract.updateProjectDetails, ({ actor, body }) =>
    updateProjectDetails(services, actor, body),
  );

  route(app, services, contract.submitProject, ({ actor, body }) =>
    submitProject(services, actor, body.version),
  );

  route(app, services, contract.withdrawProject, ({ actor, body }) =>
    withdrawProject(services, actor, body.version),
  );

  route(app, services, contract.updateNamedInGallery, ({ actor, body }) =>
    updateNamedInGallery(services, actor, body.named),
  );

  route(app, services, contract.markEditing, ({ actor, body }) => markEditing(services, actor, body.field));

  route(app, services, contract.deleteProject, ({ actor, body }) =>
    deleteProject(services, actor, body.version),
  );
}
