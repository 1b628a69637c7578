import { exportCertificates, getCertificates } from '../../../contract/after/certificates.ts';
import { exportEvent, exportRegistrations } from '../../../contract/after/exports.ts';
import { exportFeedback, getFeedback } from '../../../contract/after/feedback.ts';
import { exportProjects } from '../../../contract/projects/projects-admin.ts';
import { callQuery, formatCallUrl } from '../../lib/call.ts';

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
