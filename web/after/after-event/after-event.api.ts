import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { exportCertificates, getCertificates } from '../../../contract/after/certificates.ts';
import { exportEvent, exportRegistrations } from '../../../contract/after/exports.ts';
import { exportFeedback, getFeedback } from '../../../contract/after/feedback.ts';
import {
  createResumeLink,
  downloadResumeBook,
  getResumeBook,
  listResumeLinks,
  type ResumeFilters,
  revokeResumeLink,
} from '../../../contract/after/resume-book.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { exportProjects } from '../../../contract/projects/projects-admin.ts';
import { call, callQuery, formatCallUrl } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';

/** The addresses of what organizers download, for links. */
export const exportUrls = {
  event: formatCallUrl(exportEvent),
  registrations: formatCallUrl(exportRegistrations),
  projects: formatCallUrl(exportProjects, undefined, { format: 'csv' }),
  certificates: formatCallUrl(exportCertificates),
  feedback: formatCallUrl(exportFeedback),
};

/** How many certificates there are, and whose names cannot be printed. */
export const certificatesQuery = callQuery(['after-event', 'certificates'], getCertificates);

/** What people answered to the questions about the event. */
export const feedbackQuery = callQuery(['after-event', 'feedback'], getFeedback);

/** People who agree to pass on their resume and match the filters. */
export const resumeBookQuery = (filters: ResumeFilters) =>
  queryOptions({
    queryKey: ['after-event', 'resume-book', filters],
    queryFn: ({ signal }) => call(getResumeBook, { query: filters, signal }),
    placeholderData: keepPreviousData,
  });

export const resumeZipUrl = (filters: ResumeFilters) => formatCallUrl(downloadResumeBook, undefined, filters);

/** The links for sponsors, newest first. */
export const resumeLinksQuery = callQuery(['after-event', 'resume-links'], listResumeLinks);

const refresh = () => queryClient.invalidateQueries({ queryKey: resumeLinksQuery.queryKey });

export function useCreateResumeLink() {
  return useAction((body: BodySent<typeof createResumeLink>) => call(createResumeLink, { body }), {
    fallback: 'The link could not be created. Please try again.',
    onSettled: refresh,
  });
}

/** Ends a link for a sponsor. */
export function useRevokeResumeLink() {
  return useAction((id: string) => call(revokeResumeLink, { params: { id } }), {
    fallback: 'The link could not be ended. Please try again.',
    success: 'The link has ended.',
    onSettled: refresh,
  });
}
