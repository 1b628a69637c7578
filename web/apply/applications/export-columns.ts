import { type Application, shownFieldNames, shownFields } from '../../../contract/apply/applications.ts';
import type { listApplicationDetails } from '../../../contract/apply/applications-admin.ts';
import type { EventView } from '../../../contract/event/site.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';
import { describeDiet } from '../../lib/detail-options.ts';

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

/** Writes the notes about an application, those beside ratings too, each with who wrote it. */
const formatNotes = (detail: Details | undefined): string =>
  [...(detail?.reviews ?? []).map(({ by, note }) => ({ by, text: note })), ...(detail?.notes ?? [])]
    .filter(({ text }) => text)
    .map(({ by, text }) => `${by}: ${text}`)
    .join('\n');

const formatRatings = (detail: Details | undefined): string =>
  (detail?.reviews ?? []).flatMap(({ by, rating }) => (rating ? `${by}: ${rating}` : [])).join(', ');

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
        return made.revokedAt ? `revoked ${made.revokedAt}` : `version ${made.version}, ${made.at}`;
      },
    })),
    ...(guardian
      ? [
          {
            title: 'Guardian',
            read: (detail: Details | undefined) => {
              const isAgeKnown = detail?.answers?.some(({ id }) => id === guardian.question);
              return detail?.guardian ?? (isAgeKnown ? 'not needed' : 'unknown');
            },
          },
        ]
      : []),
  ];
}

export type ExportedEvent = Pick<EventView, 'checkpoints' | 'questions' | 'agreements' | 'guardian'>;

type Value = string | number | null | undefined;
type Column = [title: string, read: (one: Application) => Value];

/** Lists everything that is exported of an application. With `hasPlaces`, the event limits its places. */
export function listExportColumns(
  details: ReadonlyMap<string, Details>,
  event: ExportedEvent,
  hasPlaces: boolean,
): Column[] {
  const link = (url: string | null) => url && new URL(url, location.origin).href;
  const toDetail =
    (read: (detail: Details | undefined) => Value): Column[1] =>
    ({ _id }) =>
      read(details.get(_id));
  return [
    ['Name', ({ user }) => user.name],
    ['Email', ({ user }) => user.email],
    ['Status', ({ status }) => status],
    ...shownFieldNames.map(
      (name): Column => [
        shownFields[name],
        (one) => (name === 'dietaryRestrictions' ? describeDiet(one[name]) : one[name]),
      ],
    ),
    ['Coming', (one) => (one.attendanceConfirmed ? 'yes' : one.attendanceDeclined ? 'no' : '')],
    ...(hasPlaces ? [['Place', ({ place }) => place?.state ?? ''] as Column] : []),
    ['Applied', ({ createdAt }) => createdAt],
    ['Checked in', ({ checkedInAt }) => checkedInAt],
    ['Reviewed', ({ reviewedAt }) => reviewedAt],
    ['Why join', ({ whyJoin }) => whyJoin],
    ['Resume', ({ resumeUrl }) => link(resumeUrl)],
    ['Pitch deck', ({ pitchDeckUrl }) => link(pitchDeckUrl)],
    ['Team', toDetail((detail) => detail?.team)],
    ...event.checkpoints.map(
      ({ id, name }): Column => [
        `At ${name}`,
        toDetail((detail) => detail?.checkIns.find(({ checkpoint }) => checkpoint === id)?.at),
      ],
    ),
    ...listEventFormColumns([...details.values()], event).map(
      ({ title, read }): Column => [title, toDetail(read)],
    ),
    ['Rating', ({ rating }) => (rating ? Math.round(rating.mean * 100) / 100 : null)],
    ['Ratings', toDetail(formatRatings)],
    ['Notes', toDetail(formatNotes)],
  ];
}
