import type { FastifyInstance } from 'fastify';
import * as agreements from '../../contract/apply/agreements.ts';
import * as applicationImport from '../../contract/apply/application-import.ts';
import * as applications from '../../contract/apply/applications.ts';
import * as applicationsAdmin from '../../contract/apply/applications-admin.ts';
import * as decisions from '../../contract/apply/decisions.ts';
import * as guardians from '../../contract/apply/guardians.ts';
import * as myAccount from '../../contract/apply/my-account.ts';
import * as notes from '../../contract/apply/notes.ts';
import * as places from '../../contract/apply/places.ts';
import * as questions from '../../contract/apply/questions.ts';
import * as reviews from '../../contract/apply/reviews.ts';
import * as search from '../../contract/apply/search.ts';
import { serve } from '../platform/http/route.ts';
import type { Services } from '../platform/services.ts';
import * as agreementService from './agreements/agreements.service.ts';
import * as applicationService from './applications/applications.service.ts';
import * as adminService from './applications/applications-admin.service.ts';
import * as attendanceService from './applications/attendance.service.ts';
import * as decisionService from './applications/decisions.service.ts';
import * as emailPreviewService from './applications/email-preview.service.ts';
import * as importService from './applications/import.service.ts';
import * as accountService from './applications/my-account.service.ts';
import * as answerService from './applications/my-answers.service.ts';
import * as offerService from './applications/offers.service.ts';
import * as releaseService from './applications/release.service.ts';
import * as viewService from './applications/saved-views.service.ts';
import * as submitService from './applications/submit.service.ts';
import * as withdrawalService from './applications/withdrawal.service.ts';
import * as guardianService from './guardians/guardians.service.ts';
import * as placeService from './places/places.service.ts';
import * as waitlistService from './places/waitlist.service.ts';
import * as answerFileService from './questions/answer-files.service.ts';
import * as questionService from './questions/questions.service.ts';
import * as noteService from './reviews/notes.service.ts';
import * as reviewService from './reviews/reviews.service.ts';
import { getApplicantIndex } from './search/applicant-index.ts';
import { closeEmbeddingModel } from './search/models/embedding-model.ts';

// Its word lists use memory only after the first use.
const loadSearch = () => import('./search/search.service.ts');

export function applyRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, applications, { ...applicationService, ...attendanceService, ...submitService });
  serve(app, services, applicationImport, importService);
  serve(app, services, agreements, agreementService);
  serve(app, services, guardians, guardianService);
  serve(app, services, questions, { ...questionService, ...answerFileService });
  serve(app, services, applicationsAdmin, {
    ...adminService,
    ...decisionService,
    ...viewService,
    listApplications: async (_, { actor, query, reply }) => {
      const { page, total } = await adminService.loadApplicationPage(services, actor, query);
      // A search often follows the list, so the applicants' profiles are loaded now.
      getApplicantIndex(services).prepare((error) =>
        services.log.error({ err: error }, 'Search index not up to date'),
      );
      reply.header('x-total-count', total);
      return page;
    },
  });
  serve(app, services, decisions, {
    ...decisionService,
    ...attendanceService,
    ...offerService,
    ...emailPreviewService,
    ...releaseService,
  });
  serve(app, services, places, { ...placeService, ...waitlistService, ...decisionService });
  serve(app, services, reviews, reviewService);
  serve(app, services, notes, noteService);
  serve(app, services, myAccount, { ...accountService, ...answerService, ...withdrawalService });
  serve(app, services, search, {
    determineSearchType: async (_, call) => (await loadSearch()).determineSearchType(services, call),
    searchVector: async (_, call) => (await loadSearch()).searchVector(services, call),
    searchRag: async (_, call) => (await loadSearch()).searchRag(services, call),
    previewSearchTerms: async (_, call) =>
      (await import('./search/terms.service.ts')).previewSearchTerms(services, call),
  });
  app.addHook('onClose', () => {
    closeEmbeddingModel(services);
    return getApplicantIndex(services).close();
  });
}
