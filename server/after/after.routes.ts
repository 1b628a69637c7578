import type { FastifyInstance } from 'fastify';
import * as certificates from '../../contract/after/certificates.ts';
import * as exported from '../../contract/after/exports.ts';
import * as feedback from '../../contract/after/feedback.ts';
import * as resumeBook from '../../contract/after/resume-book.ts';
import { serve } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as certificateService from './certificates/certificates.service.ts';
import * as exportService from './exports/exports.service.ts';
import * as feedbackService from './feedback/feedback.service.ts';
import * as resumeBookService from './resume-book/resume-book.service.ts';

export function afterRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, certificates, certificateService);
  serve(app, services, exported, exportService);
  serve(app, services, feedback, feedbackService);
  serve(app, services, resumeBook, resumeBookService);
}
