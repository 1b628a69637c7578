import type { FastifyInstance } from 'fastify';
import * as settings from '../../contract/event/settings.ts';
import * as site from '../../contract/event/site.ts';
import { serve } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as documentationService from './documentation/documentation.service.ts';
import * as eventService from './event.service.ts';
import * as eventFilesService from './settings/event-files.service.ts';
import * as settingsService from './settings/settings.service.ts';

export function eventRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, site, { ...eventService, ...documentationService });
  serve(app, services, settings, { ...settingsService, ...eventFilesService });
}
