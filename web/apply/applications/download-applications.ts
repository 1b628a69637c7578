import type { Application } from '../../../contract/apply/applications.ts';
import { byteOrderMark, formatCsv } from '../../../contract/platform/csv.ts';
import { downloadCsv } from '../../lib/download.ts';
import { fetchApplicationDetails } from './applications.api.ts';
import { type ExportedEvent, listExportColumns } from './export-columns.ts';
import { readColumnChoice } from './use-column-choice.ts';

/**
 * Downloads applications with the name of the team, the time at each checkpoint, answers, agreements, guardian, ratings and notes.
 * Once columns were chosen on this device, these and whose application it is.
 */
export async function downloadApplications(applications: readonly Application[], event: ExportedEvent) {
  // Whether the event limits its places: then each of those who wait, or were approved, has one of its states.
  const hasPlaces = applications.some(({ place }) => place);
  const details = await fetchApplicationDetails(applications.map(({ _id }) => _id));
  const columns = listExportColumns(details, event, hasPlaces);
  const chosen = readColumnChoice();
  const shown = columns.filter(([title]) => !chosen || ['Name', 'Email', ...chosen].includes(title));
  const rows = applications.map((one) => shown.map(([, read]) => read(one) ?? null));
  const csv = formatCsv([shown.map(([title]) => title), ...rows]);
  // The byte order mark tells spreadsheets that the names are in UTF-8.
  downloadCsv('applications.csv', `${byteOrderMark}${csv}`);
}
