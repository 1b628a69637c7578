import type { ApplicationStatus } from '../../../contract/apply/applications.ts';
import type * as contract from '../../../contract/apply/search.ts';
import type {
  ChangedFields,
  SearchAnswer,
  SearchFilters,
  SearchResult,
  SearchType,
} from '../../../contract/apply/search.ts';
import { limits } from '../../../contract/limits.ts';
import { formatNumber } from '../../../contract/platform/format.ts';
import { getOwnValue } from '../../../contract/platform/own-value.ts';
import { hasAccess } from '../../../contract/platform/roles.ts';
import { fill, texts } from '../../../contract/texts.ts';
import type { FindOptions, SearchEngine } from '../../../packages/search/engine.ts';
import { findEvidence } from '../../../packages/search/evidence.ts';
import { describeField, type Field, listFieldValues } from '../../../packages/search/fields.ts';
import { listMajorsOfField } from '../../../packages/search/majors.ts';
import type { Profile } from '../../../packages/search/profile.ts';
import type { Question } from '../../../packages/search/question.ts';
import { toPseudonym } from '../../people-data/blind-review.ts';
import type { PeopleFilter } from '../../people-data/people-filter.ts';
import type { Db } from '../../platform/db/open.ts';
import { toFileUrl } from '../../platform/files/files.service.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedInUser } from '../../platform/sessions/session-holders.ts';
import { getApplicantIndex } from './applicant-index.ts';
import { describeProgress } from './models/embedding.service.ts';
import { getEmbeddingModel } from './models/embedding-model.ts';
import { findMeaning } from './models/meaning.service.ts';
import { writeSummary } from './models/summary.service.ts';
import {
  countWaitingResumes,
  insertQuestion,
  selectApplicants,
  selectHeldStatuses,
  selectIdsByFilter,
  selectRatedWhileBlind,
} from './search.queries.ts';

/** Suggests a search type and counts the tokens of a query. Throws `search_empty`. */
export async function determineSearchType(
  services: Pick<Services, 'db' | 'event' | 'config'>,
  { actor, body: { query } }: Call<typeof contract.determineSearchType>,
): Promise<{ searchType: SearchType; tokenCount: number }> {
  requireQuery(query);
  getEmbeddingModel(services)?.prepare();
  const tokenCount = await countTokens(query);
  const engine = await getApplicantIndex(services).engine;
  const parsed = engine.parse(query, await getReader(services.db, actor));
  return { searchType: suggestSearchType(query, tokenCount, parsed), tokenCount };
}

type SearchServices = Pick<Services, 'db' | 'event' | 'config' | 'log' | 'now'>;

/** Returns the applicants that fit a description, best first. Throws `search_empty`. */
export function searchVector(
  services: SearchServices,
  { actor, body }: Call<typeof contract.searchVector>,
): Promise<SearchAnswer> {
  return searchApplicants(services, actor, body, 'vector');
}

/** Returns the applicants that fit a description, best first, with the passages that support it. Throws `search_empty`. */
export function searchRag(
  services: SearchServices,
  { actor, body }: Call<typeof contract.searchRag>,
): Promise<SearchAnswer> {
  return searchApplicants(services, actor, body, 'rag');
}

async function searchApplicants(
  services: SearchServices,
  actor: SignedInUser,
  { query: asked, filters, fields: changed }: Call<typeof contract.searchVector>['body'],
  mode: SearchType,
): Promise<SearchAnswer> {
  requireQuery(asked);
  const index = getApplicantIndex(services);
  const engine = await index.engine;
  await index.refresh();
  await insertQuestion(services.db, {
    text: asked.trim(),
    userId: actor.id,
    at: services.now(),
    most: limits.search.questions,
  });
  const reader = await getReader(services.db, actor);
  const parsed = engine.parse(asked, reader);
  const fields = changeFields(parsed.fields, changed);
  const question = { ...parsed, fields: fields.map(({ field }) => field) };
  const isDescription = question.parts.length + question.not.length > 0;
  const meaning = isDescription ? await findMeaning(services, asked, question) : undefined;
  const { ranked, missing, statusOf } = await rankApplicants(services, engine, question, {
    ...{ ...reader, filters, meaning },
    most: { fitting: limits.search.maxResults, below: limits.search.maxBelow },
  });
  const ids = ranked.map(({ id }) => id);
  const found = ids.length > 0 ? await selectApplicants(services.db, ids) : [];
  const people = new Map(found.map((person) => [person.id, person]));
  const results = ranked.flatMap((one): SearchResult[] => {
    const [person, profile] = [people.get(one.id), engine.profile(one.id)];
    if (!person || !profile) return [];
    const status = statusOf(profile);
    const seen = { ...profile, status };
    const evidence = findEvidence(question, one, seen, engine.event);
    if (!one.fits && !evidence.some(({ state }) => state === 'met' || state === 'partial')) return [];
    const result = toResult({ ...person, status }, seen, { ...one, evidence });
    return [reader.isHidden(one.id) ? hideApplicant(result) : result];
  });
  const { llm } = services.config;
  const names = new Map([...people].map(([id, { name }]) => [id, name]));
  const written =
    mode === 'rag' && llm && results.length > 0
      ? await writeSummary(services, { asked, results, names })
      : undefined;
  const notices = question.corrections.map((correction) => fill(texts.search.corrected, { ...correction }));
  if (!meaning && isDescription) notices.push(texts.search.modelUnavailable);
  const isAsked = isDescription || fields.length > 0;
  if (question.untold.length > 0) {
    const words = question.untold.slice(0, maxMissing).join(' or ');
    notices.push(fill(texts.search.untold, { words }), ...(isAsked ? [texts.search.searchedRest] : []));
  }
  const quoted = missing.slice(0, maxMissing).map((word) => `‘${word}’`);
  if (quoted.length > 0) notices.push(fill(texts.search.nobodyMentions, { words: quoted.join(', ') }));
  if (isAsked && !ranked.some(({ fits, score }) => fits && score >= 0.5)) {
    // Without evidence of its own, a question that only excludes gives nobody half; all who are found fit it.
    const isExclusion = question.parts.length === 0 && fields.every(({ field }) => field.not);
    if (results.length > 0 && !isExclusion) notices.push(texts.search.fitTheRest);
    if (results.length === 0 && quoted.length === 0) notices.push(texts.search.nothing);
    const waiting = await countWaitingResumes(services.db);
    const progress = await describeProgress(services);
    if (waiting > 0) notices.push(fill(texts.search.resumesWaiting, { count: formatNumber(waiting) }));
    else if (progress) notices.push(progress);
  }
  if (results.length > 0 && mode === 'rag' && !written)
    notices.push(llm ? texts.search.noSummary : texts.search.evidence);
  return {
    results,
    missing,
    fields: fields.map(({ key, field }) => ({
      ...{ key, values: field.values, label: describeField(field, engine.event) },
      options: field.not ? [] : listFieldValues(field.key, engine.event),
    })),
    ...(written && llm && { summary: { text: written, model: llm.model } }),
    ...(notices.length > 0 && { notice: notices.join(' ') }),
  };
}

/** Returns what an organizer may read: while review is blind, all applications are hidden that they have not rated. */
export async function getReader(db: Db, { id, role }: SignedInUser) {
  const rated = await selectRatedWhileBlind(db, id);
  return {
    readerId: id,
    readsSensitive: hasAccess(role, 'admin'),
    isHidden: (application: string) => rated !== undefined && !rated.has(application),
  };
}

/** Ranks the applicants for a question as an organizer may see them: with the status that is given, also while it is held. */
export async function rankApplicants(
  { db }: Pick<Services, 'db'>,
  engine: SearchEngine,
  question: Question,
  { readerId, filters, ...options }: FindOptions & { readerId: string; filters: SearchFilters },
) {
  const held = await selectHeldStatuses(db);
  const statusOf = ({ id, status }: Profile): ApplicationStatus =>
    held.get(id) ?? (status as ApplicationStatus);
  const allowed = await toFilter(db, { filters, statusOf, fields: question.fields }, readerId);
  const found = engine.find(question, { ...options, allowed, statusOf });
  return { ...found, statusOf };
}

/**
 * Returns the fields of a question as an organizer has changed or, without values, removed them. The key of one says what it
 * is about, and has a number from the second of its kind on.
 */
function changeFields(fields: readonly Field[], changed: ChangedFields): { key: string; field: Field }[] {
  return fields.flatMap((field, at) => {
    const place = fields.slice(0, at).filter(({ key }) => key === field.key).length;
    const key = place === 0 ? field.key : `${field.key}#${place + 1}`;
    const values = getOwnValue(changed, key);
    if (values === undefined) return [{ key, field }];
    return values.length === 0 ? [] : [{ key, field: { ...field, values, not: false } }];
  });
}

function toResult(
  person: Awaited<ReturnType<typeof selectApplicants>>[number],
  profile: Profile,
  { score, fits, evidence }: Pick<SearchResult, 'fits' | 'evidence'> & { score: number },
): SearchResult {
  return {
    user_id: person.userId,
    name: person.name,
    email: person.email,
    major: person.major,
    track: person.track,
    text: profile.text.slice(0, limits.search.maxText),
    tags: profile.tags,
    socials: profile.socials,
    contact_number: profile.contactNumber ?? null,
    match_score: Math.round(score * 1000) / 1000,
    application: {
      _id: person.id,
      status: person.status,
      resumeUrl: person.resumeId && toFileUrl(person.resumeId),
    },
    resumeText: person.resume,
    suspicious: profile.suspicious,
    ...{ evidence, fits },
  };
}

/** Leaves out of a result what says who applied; quotes only from the answer to why they want to join. */
function hideApplicant(result: SearchResult): SearchResult {
  const { _id, status } = result.application;
  return {
    ...result,
    user_id: _id,
    name: toPseudonym(_id),
    email: null,
    text: '',
    tags: [],
    socials: [],
    contact_number: null,
    application: { _id, status, resumeUrl: null },
    evidence: result.evidence.map((one) => (one.source === 'why join' ? one : { ...one, quote: null })),
  };
}

function requireQuery(query: string): void {
  if (!query.trim()) fail('search_empty');
}

// Words of a notice.
const maxMissing = 8;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the predicate of the filters for a reader, and of the fields that only the site knows. A major matches by any of its names ("EE") or by its words; a track by a part of its name. */
async function toFilter(
  db: Db,
  {
    filters: { major, track, status },
    statusOf,
    fields,
  }: { filters: SearchFilters; statusOf: (profile: Profile) => string; fields: readonly Field[] },
  readerId: string,
): Promise<(profile: Profile) => boolean> {
  const known = fields.flatMap((field) => {
    const filter = toPeopleFilter(field);
    const preference = field.values.flatMap((value) => teamPreferences[value] ?? [])[0];
    return filter ? [{ filter, not: field.not, preference }] : [];
  });
  const sets = await Promise.all(known.map(({ filter }) => selectIdsByFilter(db, filter, readerId)));
  // Excluding people by what blind review hides would tell it as well.
  const seen = known.some(({ not }) => not) ? await selectIdsByFilter(db, {}, readerId) : undefined;
  const asked = major ? listMajorsOfField(major) : [];
  const words = major
    ? new RegExp(`(?<![\\p{L}\\p{N}])${escaped(major)}(?![\\p{L}\\p{N}])`, 'iu')
    : undefined;
  const part = track?.toLowerCase();
  return (profile) =>
    (!status || statusOf(profile) === status) &&
    known.every(({ not, preference }, at) => {
      const fits = sets[at]!.has(profile.id) && (!preference || profile.teamPreference === preference);
      return not ? !fits && seen!.has(profile.id) : fits;
    }) &&
    (!part || profile.track.toLowerCase().includes(part)) &&
    (!words || profile.majors.some((own) => asked.includes(own)) || words.test(profile.major));
}

/** The preference in an application for each value of the field `team` that is one. */
export const teamPreferences: Record<string, string> = { looking: 'lookingForTeam', alone: 'solo' };

/** Returns the filter of a field that only the site knows. */
function toPeopleFilter({ key, values }: Field): PeopleFilter | undefined {
  if (key === 'team') {
    const team = values.map((value) => (value in teamPreferences ? 'none' : value));
    return { team: team as ('none' | 'some' | 'full' | 'open')[] };
  }
  if (key === 'coming') return { coming: values[0] as 'yes' | 'no' | 'none' };
  if (key === 'checkpoint')
    return {
      checkpoints: values.map((value) => ({
        id: value.replace(/ (?:yes|no)$/, ''),
        done: value.endsWith(' yes'),
      })),
    };
  return undefined;
}

/** Counts the tokens of a text. White space is collapsed first; special tokens count as plain text. */
async function countTokens(text: string): Promise<number> {
  // The table is large: it is loaded at the first search.
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return countTokens(text.replace(/\s+/g, ' ').trim(), { disallowedSpecial: new Set() });
}

const several = /[?;:]|[.!]\s+\S|\b(?:but|because|who also|so that)\b/i;

/** Suggests Vector for short queries and RAG for long ones, never a type whose warning the query would raise. */
function suggestSearchType(text: string, tokens: number, { fields, parts, not }: Question): SearchType {
  if (tokens < limits.search.ragMin) return 'vector';
  if (tokens > limits.search.vectorMax) return 'rag';
  return fields.length + parts.length >= 2 || not.length > 0 || several.test(text) ? 'rag' : 'vector';
}
