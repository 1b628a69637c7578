import { keepPreviousData } from '@tanstack/react-query';
import { exportCertificates, getCertificates } from '../../../contract/after/certificates.ts';
import { exportEvent, exportRegistrations } from '../../../contract/after/exports.ts';
import { exportFeedback, getFeedback } from '../../../contract/after/feedback.ts';
import * as contract from '../../../contract/after/resume-book.ts';
import { exportProjects } from '../../../contract/projects/projects-admin.ts';
import { callQuery, formatCallUrl, queryClient } from '../../lib/call.ts';
import { createAction } from '../../lib/use-action.ts';

export const exportUrls = {
  event: formatCallUrl(exportEvent),
  registrations: formatCallUrl(exportRegistrations),
  projects: formatCallUrl(exportProjects, undefined, { format: 'csv' }),
  certificates: formatCallUrl(exportCertificates),
  feedback: formatCallUrl(exportFeedback),
};

export const certificatesQuery = callQuery(['after-event', 'certificates'], getCertificates);

export const feedbackQuery = callQuery(['after-event', 'feedback'], getFeedback);

export const resumeBookQuery = (filters: contract.ResumeFilters) => ({
  ...callQuery(['after-event', 'resume-book', filters], contract.getResumeBook, { query: filters }),
  placeholderData: keepPreviousData,
});

export const resumeZipUrl = (filters: contract.ResumeFilters) =>
  formatCallUrl(contract.downloadResumeBook, undefined, filters);

/** The links for sponsors, newest first. */
export const resumeLinksQuery = callQuery(['after-event', 'resume-links'], contract.listResumeLinks);

const refresh = () => queryClient.invalidateQueries({ queryKey: resumeLinksQuery.queryKey });

export const useCreateResumeLink = createAction(contract.createResumeLink, { onSettled: refresh });

export const useRevokeResumeLink = createAction(contract.revokeResumeLink, {
  success: 'The link has ended.',
  onSettled: refresh,
});
