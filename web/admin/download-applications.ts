import type { Application } from '../../contract/applications.ts';
import { formatCsv } from '../../contract/csv.ts';

const header = [
  'Name',
  'Email',
  'Status',
  'Track',
  'Major',
  'T-shirt',
  'Dietary',
  'Coming',
  'Applied',
  'Checked in',
];

/** The chosen applications as the text of a CSV file. */
function applicationsCsv(applications: readonly Application[]): string {
  const rows = applications.map(({ user, ...rest }) => [
    user.name,
    user.email,
    rest.status,
    rest.track,
    rest.major,
    rest.tShirtSize,
    rest.dietaryRestrictions,
    rest.attendanceConfirmed ? 'yes' : '',
    rest.createdAt,
    rest.checkedInAt,
  ]);
  return formatCsv([header, ...rows]);
}

/** Saves the chosen applications as `applications.csv`. */
export function downloadApplications(applications: readonly Application[]): void {
  const url = URL.createObjectURL(
    // The mark ahead tells spreadsheets that the names are in UTF-8.
    new Blob(['\uFEFF', applicationsCsv(applications)], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = 'applications.csv';
  link.click();
  URL.revokeObjectURL(url);
}
