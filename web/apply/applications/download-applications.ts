import { type Application, shownFieldNames, shownFields } from '../../../contract/apply/applications.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { byteOrderMark, formatCsv } from '../../../contract/platform/csv.ts';
import { downloadCsv } from '../../lib/download.ts';
import { fetchApplicationDetails } from './applications.api.ts';
import { listEventFormColumns } from './event-form-columns.ts';

const header = [
  'Name',
  'Email',
  'Status',
  ...Object.values(shownFields),
  'Coming',
  'Applied',
  'Checked in',
  'Reviewed',
  'Why join',
  'Resume',
  'Pitch deck',
  'Team',
];

type ExportedEvent = Pick<EventView, 'checkpoints' | 'questions' | 'agreements' | 'guardian'>;

/** Downloads every field of applications, with the name of the team, the time at each checkpoint, answers, agreements and guardian. */
export async function downloadApplications(
  applications: readonly Application[],
  event: ExportedEvent,
): Promise<void> {
  // Whether the event limits its places: then each of those who wait, or were approved, has one of its states.
  const hasPlaces = applications.some(({ place }) => place);
  const details = await fetchApplicationDetails(applications.map(({ _id }) => _id));
  const extras = listEventFormColumns([...details.values()], event);
  const link = (url: string | null) => url && new URL(url, location.origin).href;
  const rows = applications.map(({ _id, user, ...rest }) => [
    user.name,
    user.email,
    rest.status,
    ...shownFieldNames.map((name) => rest[name]),
    rest.attendanceConfirmed ? 'yes' : rest.attendanceDeclined ? 'no' : '',
    ...(hasPlaces ? [rest.place?.state ?? ''] : []),
    rest.createdAt,
    rest.checkedInAt,
    rest.reviewedAt,
    rest.whyJoin,
    link(rest.resumeUrl),
    link(rest.pitchDeckUrl),
    details.get(_id)?.team ?? null,
    ...event.checkpoints.map(
      ({ id }) => details.get(_id)?.checkIns.find(({ checkpoint }) => checkpoint === id)?.at ?? null,
    ),
    ...extras.map(({ read }) => read(details.get(_id))),
  ]);
  const columns = header.flatMap((name) => (name === 'Coming' && hasPlaces ? [name, 'Place'] : [name]));
  const csv = formatCsv([
    [...columns, ...event.checkpoints.map(({ name }) => `At ${name}`), ...extras.map(({ title }) => title)],
    ...rows,
  ]);
  // The byte order mark tells spreadsheets that the names are in UTF-8.
  downloadCsv('applications.csv', `${byteOrderMark}${csv}`);
}
