import { exportEvent, exportRegistrations } from '../../contract/exports.ts';
import { exportProjects } from '../../contract/projects-admin.ts';
import { formatCallUrl } from '../lib/call.ts';

/** The addresses of the exports, for links. */
export const exportUrls = {
  event: formatCallUrl(exportEvent),
  registrations: formatCallUrl(exportRegistrations),
  projects: formatCallUrl(exportProjects, undefined, { format: 'csv' }),
};
