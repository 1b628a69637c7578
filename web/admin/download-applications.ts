import type { Application } from '../../contract/applications.ts';
import { formatCsv } from '../../contract/csv.ts';
import { downloadCsv } from '../lib/download.ts';

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

function formatApplications(applications: readonly Application[]): string {
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

export function downloadApplications(applications: readonly Application[]): void {
  // The byte order mark tells spreadsheets that the names are in UTF-8.
  downloadCsv('applications.csv', `\uFEFF${formatApplications(applications)}`);
}
