import type { ApplicationStatus } from '../../../contract/apply/applications.ts';
import type * as contract from '../../../contract/apply/search.ts';
import type {
  SearchAnswer,
  SearchFilters,
  SearchResult,
  SearchType,
} from '../../../contract/apply/search.ts';
import { limits } from '../../../contract/limits.ts';
import { formatCount } from '../../../contract/platform/format.ts';
import { fill, texts } from '../../../contract/texts.ts';
import { findEvidence, quoteGuess } from '../../../packages/search/evidence.ts';
import { listMajorsOfField } from '../../../packages/search/majors.ts';
import type { Profile } from '../../../packages/search/profile.ts';
import type { ParsedQuery } from '../../../packages/search/query.ts';
import type { QueryConditions } from '../../../packages/search/query-conditions.ts';
import { dropWeak } from '../../../packages/search/rank.ts';
import { toPseudonym } from '../../platform/db/blind-review.ts';
import type { Call } from '../../platform/http/call.ts';
import { fail } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';
import { getApplicantIndex } from './applicant-index.ts';
import { describeProgress } from './models/embedding.service.ts';
import { getEmbeddingModel } from './models/embedding-model.ts';
import { guessApplicants } from './models/guess.service.ts';
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
  { body: { query } }: Call<typeof contract.determineSearchType>,
): Promise<{ searchType: SearchType; tokenCount: number }> {
  requireQuery(query);
  getEmbeddingModel(services)?.prepare();
  const tokenCount = await countTokens(query);
  const parsed = (await getApplicantIndex(services).engine).parse(query);
  return { searchType: suggestSearchType(query, tokenCount, parsed), tokenCount };
}

type SearchRequest = { query: string; filters: SearchFilters };
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
  { query: asked, filters }: SearchRequest,
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
  const query = engine.parse(asked);
  const held = await selectHeldStatuses(services.db);
  const rated = await selectRatedWhileBlind(services.db, actor.id);
  const allowed = await toFilter(services, filters, query.conditions, held, actor.id);
  const isHidden = (id: string) => rated !== undefined && !rated.has(id);
  const found = engine.find(query, { allowed, isNameless: isHidden });
  const strong = dropWeak(found);
  const guesses =
    found.length > 0 ? [] : await guessApplicants(services, { query, asked, isAllowed: allowed });
  const best = found.length > 0 ? strong.slice(0, limits.search.maxResults) : (guesses ?? []);
  const people = await loadPeople(services, best);
  const results = best.flatMap((one): SearchResult[] => {
    const [found, read] = [people.get(one.id), engine.profile(one.id)];
    if (!found || !read) return [];
    const decided = held.get(one.id);
    const person = decided ? { ...found, status: decided } : found;
    const profile = decided ? { ...read, status: decided } : read;
    const result: SearchResult = {
      ...toResult(person, profile, one.score),
      ...(mode === 'rag' && { evidence: findEvidence(query, profile, engine.thesaurus) }),
      ...('clause' in one && { evidence: [quoteGuess(asked.trim(), one.clause)], guess: true }),
    };
    return [isHidden(one.id) ? hideApplicant(result, (text) => engine.hasNameOf(one.id, text)) : result];
  });
  const { llm } = services.config;
  const names = new Map([...people].map(([id, { name }]) => [id, name]));
  const written =
    mode === 'rag' && llm && results.length > 0
      ? await writeSummary(services, { asked, results, names })
      : undefined;
  const notices = query.corrections.map((correction) => fill(texts.search.corrected, { ...correction }));
  if (!guesses) notices.push(texts.search.modelUnavailable);
  const progress = found.length > 0 ? undefined : await describeProgress(services);
  if (progress) notices.push(progress);
  const missing = [...new Set(query.clauses.flatMap((clause) => clause.missing))].map((word) => `“${word}”`);
  if (query.understood && missing.length > 0)
    notices.push(fill(texts.search.notUnderstood, { words: missing.slice(0, maxMissing).join(', ') }));
  if (results.length === 0) {
    const waiting = query.understood ? await countWaitingResumes(services.db) : 0;
    if (waiting > 0) notices.push(fill(texts.search.resumesWaiting, { count: String(waiting) }));
    notices.push(query.understood ? texts.search.nothing : texts.search.nothingUnderstood);
  } else if (results[0]?.guess) {
    notices.push(fill(texts.search.guessed, { model: getEmbeddingModel(services)?.name ?? '' }));
  } else if (strong.length < found.length) {
    const count = formatCount(found.length - strong.length, 'weaker match', 'weaker matches');
    notices.push(fill(texts.search.weakLeftOut, { count }));
  }
  if (results.length > 0 && mode === 'rag' && !written) {
    if (llm) notices.push(texts.search.noSummary);
    else if (!results[0]?.guess) notices.push(texts.search.evidence);
  }
  return {
    results,
    clauses: query.clauses,
    ...(written && llm && { summary: { text: written, model: llm.model } }),
    ...(notices.length > 0 && { notice: notices.join(' ') }),
  };
}

type Person = Awaited<ReturnType<typeof selectApplicants>>[number];

async function loadPeople(
  { db }: Pick<Services, 'db'>,
  ranked: readonly { id: string }[],
): Promise<Map<string, Person>> {
  const ids = ranked.map(({ id }) => id);
  return new Map(
    ids.length > 0 ? (await selectApplicants(db, ids)).map((person) => [person.id, person]) : [],
  );
}

function toResult(person: Person, profile: Profile, score: number): SearchResult {
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
      resumeUrl: person.resumeId && `/api/files/${person.resumeId}`,
    },
    resumeText: person.resume,
    suspicious: profile.suspicious,
  };
}

/** Leaves out of a result what says who applied, also that a name was found; quotes only from the answer to why they want to join. */
function hideApplicant(
  { evidence, ...result }: SearchResult,
  hasName: (text: string) => boolean,
): SearchResult {
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
    ...(evidence && {
      evidence: evidence.map((one) => {
        if (one.source === 'why join' || !hasName(one.constraint))
          return one.source === 'why join' ? one : { ...one, quote: null };
        const state = one.constraint.startsWith('not ') ? 'met' : 'not found';
        return { ...one, state, quote: null, source: null };
      }),
    }),
  };
}

function requireQuery(query: string): void {
  if (!query.trim()) fail('search_empty');
}

// Words of a notice.
const maxMissing = 8;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the predicate of the filters for a reader. A major matches by any of its names ("EE") or by its words; a track by a part of its name. */
export async function toFilter(
  { db }: Pick<Services, 'db'>,
  { major, track, status }: SearchFilters,
  { team, checkpoints, statuses }: QueryConditions,
  held: ReadonlyMap<string, ApplicationStatus>,
  readerId: string,
): Promise<(profile: Profile) => boolean> {
  const needsRows = team.length > 0 || checkpoints.length > 0;
  const people = { team: team.length > 0 ? team : undefined, checkpoints };
  const ids = needsRows ? await selectIdsByFilter(db, people, readerId) : undefined;
  const asked = major ? listMajorsOfField(major) : [];
  const words = major
    ? new RegExp(`(?<![\\p{L}\\p{N}])${escaped(major)}(?![\\p{L}\\p{N}])`, 'iu')
    : undefined;
  const part = track?.toLowerCase();
  // Organizers ask for the status that they have given, also while it is held.
  const statusOf = ({ id, status }: Profile) => held.get(id) ?? status;
  return (profile) =>
    (!status || statusOf(profile) === status) &&
    (statuses.length === 0 || statuses.some((asked) => asked === statusOf(profile))) &&
    (!ids || ids.has(profile.id)) &&
    (!part || profile.track.toLowerCase().includes(part)) &&
    (!words || profile.majors.some((own) => asked.includes(own)) || words.test(profile.major));
}

/** Counts the tokens of a text. White space is collapsed first; special tokens count as plain text. */
async function countTokens(text: string): Promise<number> {
  // The table is large: it is loaded at the first search.
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return countTokens(text.replace(/\s+/g, ' ').trim(), { disallowedSpecial: new Set() });
}

const several = /[?;:]|[.!]\s+\S|\b(?:but|because|who also|so that)\b/i;

/** Suggests Vector for short queries and RAG for long ones, never a type whose warning the query would raise. */
function suggestSearchType(text: string, tokens: number, query: ParsedQuery): SearchType {
  if (tokens < limits.search.ragMin) return 'vector';
  if (tokens > limits.search.vectorMax) return 'rag';
  const { not } = query;
  const asked =
    query.facets.length +
    [query.majors, query.years, query.tracks].filter((list) => list.length > 0).length +
    Number(query.firstHackathon);
  const denied =
    not.concepts.length + not.names.length + not.majors.length + not.years.length + not.tracks.length;
  return asked >= 2 || denied > 0 || several.test(text) ? 'rag' : 'vector';
}
