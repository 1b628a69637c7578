import type { CsvCell } from '../../contract/csv.ts';
import type { Registration } from './exports.queries.ts';

/** The columns of registrations that student leagues ask for, in their order; the event's own follow. */
export const leagueColumns = [
  'First Name',
  'Last Name',
  'Email',
  'Phone Number',
  'Age',
  'School',
  'Level of Study',
  'Country',
  'Checked In',
  'Checked In At',
  'Status',
  'Track',
  'Major',
  'Team',
] as const;

/** Splits a name: the last word is the last name. Someone with one word has it as the first name. */
function splitName(name: string): { first: string; last: string } {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop()! : '';
  return { first: words.join(' '), last };
}

/** Formats a registration in the league's columns; what the event does not ask for stays empty. */
export function toLeagueRow(registration: Registration): CsvCell[] {
  const { first, last } = splitName(registration.name);
  return [
    first,
    last,
    registration.email,
    '',
    '',
    '',
    '',
    '',
    { plain: registration.checkedInAt ? 'Yes' : 'No' },
    { plain: registration.checkedInAt?.toISOString() ?? '' },
    { plain: registration.status },
    registration.track,
    registration.major,
    registration.team,
  ];
}
