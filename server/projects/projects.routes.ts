import type { FastifyInstance } from 'fastify';
import * as pictures from '../../contract/projects/project-pictures.ts';
import * as reports from '../../contract/projects/project-reports.ts';
import * as projects from '../../contract/projects/projects.ts';
import * as projectsAdmin from '../../contract/projects/projects-admin.ts';
import { serve, serveWithProjects } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as correctionService from './corrections.service.ts';
import { followEditing } from './editing-marks.ts';
import * as importService from './import.service.ts';
import * as pictureService from './pictures.service.ts';
import * as projectService from './projects.service.ts';
import * as adminService from './projects-admin.service.ts';
import * as reportService from './reports.service.ts';

const { getPicture, ...ownPictures } = pictures;

/** Serves projects, their pictures and reports of them, at an event that has projects. Pictures of the event need none. */
export function projectRoutes(app: FastifyInstance, services: Services): void {
  followEditing(services.live);
  serve(app, services, { getPicture }, pictureService);
  serveWithProjects(app, services, (scope) => {
    serve(scope, services, projects, projectService);
    serve(scope, services, ownPictures, pictureService);
    serve(scope, services, projectsAdmin, { ...adminService, ...correctionService, ...importService });
    serve(scope, services, reports, reportService);
  });
}
