import { Readable } from 'node:stream';
import type * as contract from '../../../contract/after/exports.ts';
import { findOtherText } from '../../../contract/apply/form-questions.ts';
import { byteOrderMark, formatCsv, hasSemicolons } from '../../../contract/platform/csv.ts';
import { listAgreementsOf } from '../../apply/agreements/agreements.service.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import { storedFieldNames } from '../../apply/apply.tables.ts';
import { listGuardians } from '../../apply/guardians/guardians.service.ts';
import { listPlaces } from '../../apply/places/places.service.ts';
import { listAnswers } from '../../apply/questions/questions.service.ts';
import { exportScoresCsv, exportScoresJson } from '../../judging/export-scores.ts';
import { listPublishedWinners } from '../../judging/published-results.service.ts';
import { listScores } from '../../judging/team-results.service.ts';
import { requireOpenReview } from '../../people-data/blind-review.ts';
import { streamZip, toTextEntry, type ZipEntry } from '../../platform/files/zip-stream.ts';
import type { HttpCall } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import type { Services } from '../../platform/services.ts';
import { exportProjects } from '../../projects/projects-admin.service.ts';
import { exportFeedback, listFeedback } from '../feedback/feedback.service.ts';
import { toTableEntries } from './exported-table.ts';
import * as queries from './exports.queries.ts';
import { listLeagueColumns, toLeagueRow } from './league-columns.ts';

/** Rows that are in memory at once. */
const pageSize = 500;

/** Yields the rows of a query that returns a page after the id of the row before. */
async function* readPages<T extends { id: string }>(read: (after: string | undefined) => Promise<T[]>) {
  let after: string | undefined;
  do {
    const rows = await read(after);
    yield* rows;
    after = rows.length === pageSize ? rows.at(-1)!.id : undefined;
  } while (after);
}

/** Yields the registrations with their answers by the id of the question, the agreements that hold, the place, and the guardian. */
function readRegistrations({ db, event }: Pick<Services, 'db' | 'event'>) {
  const entrance = entranceId(event);
  return readPages(async (after) => {
    const rows = await queries.selectRegistrations(db, { entrance, after, limit: pageSize });
    const userIds = rows.map(({ userId }) => userId);
    const answers = await listAnswers(db, event, userIds, { seesSensitive: true });
    const agreements = await listAgreementsOf(db, event.agreements.length > 0 ? userIds : []);
    const places = await listPlaces(
      { db, event },
      rows.map(({ id }) => id),
    );
    const guardians = await listGuardians({ db, event }, userIds);
    return rows.map(({ userId, ...row }) => {
      const given = (answers.get(userId) ?? []).map(({ id, value }) => [id, value] as const);
      const isAgeKnown = given.some(([id]) => id === event.guardian?.question);
      const agreed = (agreements.get(userId) ?? []).filter(({ revokedAt }) => !revokedAt);
      return {
        ...row,
        ...(event.capacity !== undefined && { place: places.get(row.id)?.state ?? '' }),
        answers: Object.fromEntries(given) as Record<string, string>,
        agreed: event.agreements.filter((asked) =>
          agreed.some(({ id, version }) => id === asked.id && version === asked.version),
        ),
        ...(event.guardian && { guardian: guardians.get(userId) ?? (isAgeKnown ? 'not needed' : 'unknown') }),
      };
    });
  });
}

type RegistrationRow = Omit<queries.Registration, 'userId'> & { guardian?: string; place?: string } & Record<
    `answer: ${string}`,
    string
  >;

/** Yields the registrations with a column for each question that was answered. */
async function* readRegistrationRows(
  services: Pick<Services, 'db' | 'event'>,
): AsyncGenerator<RegistrationRow> {
  for await (const { answers, agreed: _, dietaryRestrictions: diet, ...row } of readRegistrations(services)) {
    const columns = Object.entries(answers).map(([id, value]) => [`answer: ${id}`, value]);
    yield { ...row, dietaryRestrictions: findOtherText(diet) ?? diet, ...Object.fromEntries(columns) };
  }
}

async function* readAll<T>(list: () => Promise<T[]>): AsyncGenerator<T> {
  yield* await list();
}

const registrationColumns = [
  ...['id', 'name', 'email', 'status', ...storedFieldNames],
  ...['attendance', 'appliedAt', 'reviewedAt', 'team', 'hasResume', 'hasPitchDeck', 'checkedInAt'],
] as const;

const scoreColumns = [
  ...['_id', 'judge_name', 'team_name', 'team_number', 'track', 'scores', 'weighted_total'],
  ...['special_categories', 'created_at', 'comment', 'entered', 'voided'],
] as const;

const toDownloadEntry = (name: string, load: () => Promise<Download<string | Readable>>): ZipEntry => ({
  name,
  content: async function* () {
    const { content } = await load();
    yield* typeof content === 'string' ? [content] : content;
  },
});

async function listEntries(services: Services): Promise<ZipEntry[]> {
  const { db, event, now } = services;
  const questions = [...event.questions.map(({ id }) => id), ...(await queries.selectAnsweredQuestions(db))];
  const about = { event: event.name, exportedAt: now().toISOString(), timezone: event.timezone };
  return [
    toTextEntry('about.json', () => `${JSON.stringify(about, null, 2)}\n`),
    ...toTableEntries(
      'registrations',
      [
        ...registrationColumns,
        ...(event.capacity === undefined ? [] : (['place'] as const)),
        ...[...new Set(questions)].map((id) => `answer: ${id}` as const),
        ...(event.guardian ? (['guardian'] as const) : []),
      ],
      () => readRegistrationRows(services),
    ),
    ...toTableEntries(
      'check-ins',
      ['id', 'name', 'email', 'checkpoint', 'at', 'state', 'undoneAt', 'undoReason'],
      () => readPages((after) => queries.selectCheckIns(db, { after, limit: pageSize })),
    ),
    ...toTableEntries(
      'agreements',
      ['name', 'email', 'agreement', 'version', 'title', 'at', 'revokedAt'],
      () => readAll(() => queries.selectAgreementsOfAll(db)),
    ),
    ...toTableEntries('teams', ['id', 'name', 'maxMembers', 'table', 'createdAt', 'members'], () =>
      readAll(() => queries.selectTeamsWithMembers(db)),
    ),
    ...(event.projects
      ? [
          toDownloadEntry('projects.csv', () => exportProjects(services, { query: { format: 'csv' } })),
          toDownloadEntry('projects.json', () => exportProjects(services, { query: { format: 'json' } })),
        ]
      : []),
    ...toTableEntries('scores', scoreColumns, () => readAll(() => listScores(services))),
    toDownloadEntry('results.csv', () => exportScoresCsv(services, { query: { adjusted: '1' } })),
    toDownloadEntry('results.json', () => exportScoresJson(services, { query: { adjusted: '1' } })),
    ...toTableEntries('winners', ['prize', 'place', 'tied', 'name', 'team', 'people', 'table'], () =>
      readAll(() => listPublishedWinners(db)),
    ),
    ...(event.feedback
      ? [
          toDownloadEntry('feedback.csv', () => exportFeedback(services)),
          toTextEntry('feedback.json', async () => JSON.stringify(await listFeedback(services), null, 2)),
        ]
      : []),
  ];
}

/**
 * Returns everything about the event as a zip of CSV and JSON that is written while it is sent. Throws `export_blind` while
 * review is blind: the files name everybody.
 */
export async function exportEvent(
  services: Services,
  { request }: HttpCall<typeof contract.exportEvent>,
): Promise<Download> {
  await requireOpenReview(services.db);
  return new Download(
    'event.zip',
    streamZip(await listEntries(services), { semicolons: hasSemicolons(request.headers.cookie) }),
  );
}

/**
 * Returns the registrations as CSV in the columns of student leagues, written while it is sent; `formatCsv` guards formulas.
 * What an organizer selected in the list is exported in the browser (`web/apply/applications/download-applications.ts`). Throws `export_blind`.
 */
export async function exportRegistrations(services: Pick<Services, 'db' | 'event'>): Promise<Download> {
  await requireOpenReview(services.db);
  return new Download('registrations.csv', Readable.from(formatRegistrations(services)));
}

async function* formatRegistrations(services: Pick<Services, 'db' | 'event'>) {
  const { event } = services;
  yield byteOrderMark + formatCsv([listLeagueColumns(event)]);
  for await (const registration of readRegistrations(services))
    yield formatCsv([toLeagueRow(registration, event)]);
}
