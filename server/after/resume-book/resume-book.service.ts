import type { FastifyRequest } from 'fastify';
import type * as contract from '../../../contract/after/resume-book.ts';
import type { FilterQuestion } from '../../../contract/after/resume-book.ts';
import { parseFormObject } from '../../../contract/apply/application-form.ts';
import { filterTypes } from '../../../contract/apply/question-types.ts';
import type { Event } from '../../../contract/event/event.ts';
import { byteOrderMark, formatCsv, hasSemicolons } from '../../../contract/platform/csv.ts';
import { day } from '../../../contract/platform/durations.ts';
import { listUsersWhoAgreed } from '../../apply/agreements/agreements.service.ts';
import { entranceId } from '../../apply/applications/applications.views.ts';
import { listUnconfirmed } from '../../apply/guardians/guardians.service.ts';
import { requireOpenReview } from '../../people-data/blind-review.ts';
import type { AnswerFilter } from '../../people-data/people-filter.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import { transact } from '../../platform/db/transact.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { streamZip, toTextEntry, type ZipEntry } from '../../platform/files/zip-stream.ts';
import type { Call, HttpCall } from '../../platform/http/call.ts';
import { Download } from '../../platform/http/download.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import { findCookie, setCookie } from '../../platform/sessions/session-cookies.ts';
import { createToken, hashToken } from '../../platform/sessions/session-holders.ts';
import * as queries from './resume-book.queries.ts';

type Needs = Pick<Services, 'db' | 'event' | 'now'>;

/** Lists the questions that filter the resume book, none of them sensitive: a filtered link would reveal whose answer it was. */
function listFilterQuestions({ questions }: Pick<Event, 'questions'>): FilterQuestion[] {
  return questions.flatMap(({ id, type, label, options, sensitive }) => {
    const known = filterTypes.find((each) => each === type);
    return known && !sensitive ? [{ id, type: known, label, ...(options && { options }) }] : [];
  });
}

/** Parses the filters by answers; undefined when one is not a filter of the event: nobody passes it. */
function parseAnswerFilters(event: Pick<Event, 'questions'>, sent: string | undefined) {
  const questions = listFilterQuestions(event);
  const filters: AnswerFilter[] = [];
  for (const [id, value] of Object.entries(parseFormObject(sent))) {
    const question = questions.find((each) => each.id === id);
    if (!question || typeof value !== 'string') return undefined;
    if (question.type === 'school') filters.push({ id, words: value.split(/\s+/).filter(Boolean) });
    else if (question.type === 'date') {
      const [from = '', to = ''] = value.split('..');
      filters.push({ id, from, to: to || '9999' });
    } else filters.push({ id, is: value });
  }
  return filters;
}

/**
 * Lists the people who agree now, except those whose guardian has not agreed. Throws `not_found` at an event without a
 * resume book.
 */
async function listPeople({ db, event }: Needs, filters: contract.ResumeFilters) {
  const { agreement } = event.resumeBook ?? fail('not_found');
  const answers = parseAnswerFilters(event, filters.answers);
  if (!answers) return [];
  const unconfirmed = await listUnconfirmed({ db, event });
  const agreed = (await listUsersWhoAgreed(db, event, agreement)).filter((id) => !unconfirmed.has(id));
  return queries.selectResumePeople(db, agreed, { ...filters, answers, entrance: entranceId(event) });
}

/** Lists people for organizers. Throws `not_found` and `export_blind`. */
async function listPeopleForOrganizers(services: Needs, filters: contract.ResumeFilters) {
  if (!services.event.resumeBook) fail('not_found');
  await requireOpenReview(services.db);
  return listPeople(services, filters);
}

const toPerson = ({ id, name, track }: queries.ResumePerson) => ({ _id: id, name, track });

/** Returns who is in the resume book, and which of the event's questions filter it. Throws `not_found` and `export_blind`. */
export async function getResumeBook(
  services: Needs,
  { query: filters }: Call<typeof contract.getResumeBook>,
) {
  const people = (await listPeopleForOrganizers(services, filters)).map(toPerson);
  const questions = listFilterQuestions(services.event);
  return { people, ...(questions.length > 0 && { questions }) };
}

/** Returns the resumes as a zip, after recording who downloads them. Throws `not_found` and `export_blind`. */
export async function downloadResumeBook(
  services: Needs & Pick<Services, 'files'>,
  { actor: { id: actorId }, query: filters, request }: HttpCall<typeof contract.downloadResumeBook>,
): Promise<Download> {
  const people = await listPeopleForOrganizers(services, filters);
  await recordAudit(services.db, actorId, 'resumes.downloaded', 'resume-book', {
    count: people.length,
    filters,
  });
  return new Download('resumes.zip', zipResumes(people, services.files, request));
}

/** Lists the links for sponsors, newest first. Throws `not_found`. */
export async function listResumeLinks({ db, event }: Needs): Promise<contract.ResumeLink[]> {
  if (!event.resumeBook) fail('not_found');
  return (await queries.selectLinks(db)).map(
    ({ id, createdAt, expiresAt, revokedAt, downloadedAt, ...link }) => ({
      _id: id,
      ...link,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
      downloadedAt: downloadedAt?.toISOString() ?? null,
    }),
  );
}

/** Creates a link and returns its address, which is stored nowhere. Throws `not_found`. */
export async function createResumeLink(
  services: Needs & Pick<Services, 'config' | 'random'>,
  { actor: { id: actorId }, body: { name, days, filters } }: Call<typeof contract.createResumeLink>,
): Promise<{ url: string }> {
  if (!services.event.resumeBook) fail('not_found');
  const token = createToken(services);
  const at = services.now();
  const expiresAt = new Date(at.getTime() + days * day);
  await transact(services.db, async (trx) => {
    const id = await queries.insertResumeLink(trx, {
      name,
      token_hash: hashToken(token),
      filters: JSON.stringify(filters),
      created_at: at,
      created_by: actorId,
      expires_at: expiresAt,
    });
    await recordAudit(trx, actorId, 'resume-link.created', id, { name, days, filters });
  });
  // Browsers send nothing after the `#`, so the token is in no log and in no Referer header.
  return { url: new URL(`/resumes#${token}`, services.config.publicUrl).href };
}

/** Ends a link now. Throws `not_found`. */
export async function revokeResumeLink(
  { db, now }: Needs,
  { actor: { id: actorId }, params: { id } }: Call<typeof contract.revokeResumeLink>,
): Promise<void> {
  await transact(db, async (trx) => {
    const name = await queries.updateLinkRevoked(trx, id, now());
    if (name === undefined) fail('not_found');
    await recordAudit(trx, actorId, 'resume-link.revoked', id, { name });
  });
}

/** Returns a link that has not ended. Throws `resume_link_ended`. */
async function getOpenLink({ db, event, now }: Needs, token: string | undefined) {
  const link = token && event.resumeBook ? await queries.findLink(db, hashToken(token), now()) : undefined;
  return link ?? fail('resume_link_ended');
}

/** Has the browser store a link as a cookie until it ends. Throws `resume_link_ended`. */
export async function openResumeLink(
  services: Services,
  { body: { token }, reply }: HttpCall<typeof contract.openResumeLink>,
): Promise<void> {
  const { expiresAt: expires } = await getOpenLink(services, token);
  setCookie(services.config, reply, 'resumes', token, { expires });
}

const getLinkOf = (services: Services, request: FastifyRequest) =>
  getOpenLink(services, findCookie(services.config, request, 'resumes'));

/** Returns the people in a link: those who agree now, not those who did when it was created. Throws `resume_link_ended`. */
export async function getSharedResumes(
  services: Services,
  { request }: HttpCall<typeof contract.getSharedResumes>,
): Promise<contract.SharedResumes> {
  const link = await getLinkOf(services, request);
  const people = await listPeople(services, link.filters);
  return {
    name: link.name,
    event: services.event.name,
    expiresAt: link.expiresAt.toISOString(),
    people: people.map(toPerson),
  };
}

/** Returns the resumes of a link as a zip, after recording the download. Throws `resume_link_ended`. */
export async function downloadSharedResumes(
  services: Services,
  { request }: HttpCall<typeof contract.downloadSharedResumes>,
): Promise<Download> {
  const link = await getLinkOf(services, request);
  const people = await listPeople(services, link.filters);
  await transact(services.db, async (trx) => {
    await queries.updateLinkDownloads(trx, link.id, services.now());
    await recordAudit(trx, null, 'resumes.downloaded', link.id, {
      link: link.name,
      count: people.length,
      filters: link.filters,
    });
  });
  return new Download('resumes.zip', zipResumes(people, services.files, request));
}

/** Returns the name of somebody's file: letters and digits, and the beginning of the id. */
function toFileName({ name, id }: queries.ResumePerson): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'resume'}-${id.slice(0, 8)}.pdf`;
}

/** Yields `people.csv`, each resume, and what could not be read, which is no reason to withhold the others. */
async function* listEntries(
  people: readonly queries.ResumePerson[],
  files: FileStore,
): AsyncGenerator<ZipEntry> {
  const head = ['Name', 'Email', 'Track', 'Major', 'Checked In', 'File'];
  const rows = people.map((person) => [
    person.name,
    person.email,
    person.track,
    person.major,
    { plain: person.checkedIn ? 'Yes' : 'No' },
    toFileName(person),
  ]);
  yield toTextEntry('people.csv', () => byteOrderMark + formatCsv([head, ...rows]));
  const missing: string[] = [];
  for (const person of people) {
    const stored = await files.read(person.key).catch(() => undefined);
    if (stored) yield { name: `resumes/${toFileName(person)}`, content: () => stored, compress: false };
    else missing.push(person.name);
  }
  if (missing.length > 0)
    yield toTextEntry('missing.txt', () => `These resumes could not be read:\n${missing.join('\n')}\n`);
}

/** Returns the resumes of people as a zip, with a list of them, that is written while it is sent. */
function zipResumes(people: readonly queries.ResumePerson[], files: FileStore, { headers }: FastifyRequest) {
  return streamZip(listEntries(people, files), { semicolons: hasSemicolons(headers.cookie) });
}
