import type { listApplicationDetails } from '../../../contract/apply/applications-admin.ts';
import type { EventView } from '../../../contract/event/site.ts';
import type { ResponseOf } from '../../../contract/platform/endpoint.ts';

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
export const formatNotes = (detail: Details | undefined): string =>
  [...(detail?.reviews ?? []).map(({ by, note }) => ({ by, text: note })), ...(detail?.notes ?? [])]
    .filter(({ text }) => text)
    .map(({ by, text }) => `${by}: ${text}`)
    .join('\n');

/** Writes the ratings of an application, each with whose it is. */
export const formatRatings = (detail: Details | undefined): string =>
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
        return made.revokedAt ? `taken back ${made.revokedAt}` : `version ${made.version}, ${made.at}`;
      },
    })),
    ...(guardian
      ? [{ title: 'Guardian', read: (detail: Details | undefined) => detail?.guardian ?? 'not needed' }]
      : []),
  ];
}
