import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/projects/projects-admin.ts';
import { sendDownload } from '../platform/http/download.ts';
import { fail } from '../platform/http/problem.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import { importProjects } from './import.service.ts';
import {
  exportProjects,
  getProject,
  getProjectsOverview,
  updateProjectHidden,
  updateProjectSwitches,
} from './projects-admin.service.ts';

/** Serves the organizers' calls about projects, at an event that has them. */
export function projectAdminRoutes(app: FastifyInstance, services: Services): void {
  if (!services.event.projects) return;
  route(app, services, contract.getProjectsOverview, () => getProjectsOverview(services));

  route(app, services, contract.getProject, ({ params: { id } }) => getProject(services, id));

  route(app, services, contract.updateProjectSwitches, ({ actor, body }) =>
    updateProjectSwitches(services, actor.id, body),
  );

  route(app, services, contract.updateProjectHidden, ({ actor, params, body }) =>
    updateProjectHidden(services, actor.id, { ...params, ...body }),
  );

  route(app, services, contract.importProjects, async ({ actor, fields, files: { file } }) => {
    if (!file) fail('invalid_input', { fields: { file: 'is missing' } });
    const csv = await readFile(file.path, 'utf8');
    return importProjects(services, actor.id, { csv, preview: fields.preview === 'true' });
  });

  route(app, services, contract.exportProjects, async ({ query: { format }, reply }) =>
    sendDownload(reply, `projects.${format}`, await exportProjects(services, format)),
  );
}
