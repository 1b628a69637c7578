import type { Application } from '../../../contract/apply/applications.ts';
import type { listApplicationDetails } from '../../../contract/apply/applications-admin.ts';
import type { EventView } from '../../../contract/event/site.ts';
import { byteOrderMark, formatCsv } from '../../../contract/platform/csv.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { downloadCsv } from '../../lib/download.ts';
import { fetchApplicationDetails } from './applications.api.ts';

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
    rest.track,
    rest.major,
    rest.tShirtSize,
    rest.dietaryRestrictions,
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

type Details = ResponseOf<typeof listApplicationDetails>[number];

interface EventFormColumn {
  title: string;
  read: (details: Details | undefined) => string | null;
}

interface Titled {
  id: string;
  title: string;
}

/** Returns each id once: those of the event in their order, and then what only earlier forms asked. */
function listOnce(now: readonly Titled[], given: readonly Titled[]): Titled[] {
  const titles = new Map(now.map(({ id, title }) => [id, title]));
  for (const { id, title } of given) if (!titles.has(id)) titles.set(id, title);
  return [...titles].map(([id, title]) => ({ id, title }));
}

/** Returns a column for each question and each agreement, those of earlier forms too, and one for the guardian. */
export function listEventFormColumns(
  details: readonly Details[],
  { questions = [], agreements = [], guardian }: Pick<EventView, 'questions' | 'agreements' | 'guardian'>,
): EventFormColumn[] {
  const asked = listOnce(
    questions.map(({ id, label }) => ({ id, title: label })),
    details.flatMap(({ answers = [] }) => answers.map(({ id, label }) => ({ id, title: label }))),
  );
  const agreed = listOnce(
    agreements,
    details.flatMap((detail) => detail.agreements ?? []),
  );
  return [
    ...asked.map(({ id, title }) => ({
      title,
      read: (detail: Details | undefined) => detail?.answers?.find((each) => each.id === id)?.value ?? null,
    })),
    ...agreed.map(({ id, title }) => ({
      title: `Agreed: ${title}`,
      read: (detail: Details | undefined) => {
        const made = detail?.agreements?.findLast((each) => each.id === id);
        if (!made) return 'no';
        return made.revokedAt ? `taken back ${made.revokedAt}` : `version ${made.version}, ${made.at}`;
      },
    })),
    ...(guardian
      ? [{ title: 'Guardian', read: (detail: Details | undefined) => detail?.guardian ?? 'not needed' }]
      : []),
  ];
}
