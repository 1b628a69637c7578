import { type Application, shownFieldNames, shownFields } from '../../../contract/apply/applications.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { byteOrderMark, type CsvCell, formatCsv } from '../../../contract/platform/csv.ts';
import { downloadCsv } from '../../lib/files.ts';
import { fetchApplicationDetails } from './applications.api.ts';
import { formatNotes, formatRatings, listEventFormColumns } from './event-form-columns.ts';
import { readColumnChoice } from './use-column-choice.ts';

type ExportedEvent = Pick<EventView, 'checkpoints' | 'questions' | 'agreements' | 'guardian'>;

/**
 * Downloads applications with the name of the team, the time at each checkpoint, answers, agreements, guardian, ratings and notes.
 * Once columns were chosen on this device, these and whose application it is.
 */
export async function downloadApplications(
  applications: readonly Application[],
  event: ExportedEvent,
): Promise<void> {
  // Whether the event limits its places: then each of those who wait, or were approved, has one of its states.
  const hasPlaces = applications.some(({ place }) => place);
  const details = await fetchApplicationDetails(applications.map(({ _id }) => _id));
  const link = (url: string | null) => url && new URL(url, location.origin).href;
  const columns: [title: string, read: (one: Application) => CsvCell][] = [
    ['Name', ({ user }) => user.name],
    ['Email', ({ user }) => user.email],
    ['Status', ({ status }) => status],
    ...shownFieldNames.map((name): (typeof columns)[number] => [shownFields[name], (one) => one[name]]),
    ['Coming', (one) => (one.attendanceConfirmed ? 'yes' : one.attendanceDeclined ? 'no' : '')],
    ...(hasPlaces ? [['Place', ({ place }) => place?.state ?? ''] as (typeof columns)[number]] : []),
    ['Applied', ({ createdAt }) => createdAt],
    ['Checked in', ({ checkedInAt }) => checkedInAt],
    ['Reviewed', ({ reviewedAt }) => reviewedAt],
    ['Why join', ({ whyJoin }) => whyJoin],
    ['Resume', ({ resumeUrl }) => link(resumeUrl)],
    ['Pitch deck', ({ pitchDeckUrl }) => link(pitchDeckUrl)],
    ['Team', ({ _id }) => details.get(_id)?.team ?? null],
    ...event.checkpoints.map(({ id, name }): (typeof columns)[number] => [
      `At ${name}`,
      ({ _id }) => details.get(_id)?.checkIns.find(({ checkpoint }) => checkpoint === id)?.at ?? null,
    ]),
    ...listEventFormColumns([...details.values()], event).map(({ title, read }): (typeof columns)[number] => [
      title,
      ({ _id }) => read(details.get(_id)),
    ]),
    ['Rating', ({ rating }) => (rating ? Math.round(rating.mean * 100) / 100 : null)],
    ['Ratings', ({ _id }) => formatRatings(details.get(_id))],
    ['Notes', ({ _id }) => formatNotes(details.get(_id))],
  ];
  const chosen = readColumnChoice();
  const shown = columns.filter(([title]) => !chosen || ['Name', 'Email', ...chosen].includes(title));
  const rows = applications.map((one) => shown.map(([, read]) => read(one) ?? null));
  const csv = formatCsv([shown.map(([title]) => title), ...rows]);
  // The byte order mark tells spreadsheets that the names are in UTF-8.
  downloadCsv('applications.csv', `${byteOrderMark}${csv}`);
}
