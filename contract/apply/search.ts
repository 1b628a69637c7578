import { z } from 'zod';
import { searchTerms } from '../event/event-parts.ts';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { applicationStatus } from './applications.ts';

const searchType = z.enum(['vector', 'rag']);
export type SearchType = z.infer<typeof searchType>;

const query = z.string().max(limits.text.query);
const filter = z.string().trim().max(limits.text.filter).optional();
/**
 * What the search recognizes as a field: `status`, `track`, `major`, `year`, `graduation`, `size`, `food`, `first`, `resume`,
 * `team`, `coming`, `checkpoint`, or `answer:` and the id of one of the event's questions. The second of its kind ends in `#2`.
 */
const fieldKey = z.string().max(100);
const fieldValues = z.array(z.string().max(limits.text.filter)).max(limits.search.fieldValues);
const body = z.strictObject({
  query,
  filters: z
    .strictObject({ major: filter, track: filter, status: applicationStatus.or(z.literal('')).optional() })
    .default({}),
  /** Fields of the query that the organizer changed: other values, or none where a field was removed. */
  fields: z.record(fieldKey, fieldValues).default({}),
});
export type SearchFilters = z.output<typeof body>['filters'];
export type ChangedFields = z.output<typeof body>['fields'];

/** One thing that was asked for, and the quote of an application about it. */
const evidence = z.object({
  constraint: z.string(),
  state: z.enum(['met', 'partial', 'not found', 'contradicted']),
  /** Null when nothing was found. */
  quote: z.string().nullable(),
  /** The part of the application that the quote is from. */
  source: z
    .enum([
      ...(['why join', 'education', 'experience', 'projects', 'skills', 'resume', 'application'] as const),
      ...(['answer', 'dietary restrictions', 'major', 'name'] as const),
    ])
    .nullable(),
  /** The quote is about a wish, not an achievement. */
  wish: z.boolean(),
  /** The quote has none of the words but is about the same thing. */
  related: z.literal(true).optional(),
});
export type Evidence = z.infer<typeof evidence>;

const searchResult = z.object({
  user_id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  major: z.string(),
  track: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  socials: z.array(z.string()),
  contact_number: z.string().nullable(),
  match_score: z.number().min(0).max(1),
  application: z.object({
    _id: z.uuid(),
    status: applicationStatus,
    resumeUrl: z.string().nullable(),
  }),
  /** `waiting` until the resume has been read; `unavailable` when it holds no text that can be read. */
  resumeText: z.enum(['waiting', 'read', 'unavailable']),
  /** The application seems to hold a prompt injection, keyword stuffing or hidden text, which the search ignores where it can tell them apart; also when it takes too long to read. */
  suspicious: z.boolean(),
  /** One for each thing asked for. */
  evidence: z.array(evidence),
  /**
   * Fits the query. The others fit only part of it, or a query whose subject nobody mentions: they stand below the page's line,
   * and so does whoever has less than half when somebody has more.
   */
  fits: z.boolean(),
});
export type SearchResult = z.infer<typeof searchResult>;

/** A condition of the query on a field; it can be removed or changed. */
const field = z.object({
  key: fieldKey,
  label: z.string(),
  values: z.array(z.string()),
  /** The values that it can be changed to, with their labels; empty where any text is allowed. */
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type SearchField = z.infer<typeof field>;

const response = z.object({
  results: z.array(searchResult),
  fields: z.array(field),
  /** Words of the query that nobody mentions. */
  missing: z.array(z.string()),
  /** In RAG mode: what a language model writes about the evidence of the best results. */
  summary: z.object({ text: z.string(), model: z.string() }).optional(),
  /** Sentences about these results for the organizer. */
  notice: z.string().optional(),
});
export type SearchAnswer = z.infer<typeof response>;

export const determineSearchType = endpoint('POST /search/determine-search-type', 'application-reviewer', {
  summary: 'Suggest a search type for a query and count its tokens',
  body: z.strictObject({ query }),
  response: z.object({ searchType, tokenCount: z.int() }),
  limit: { max: 60, seconds: 60 },
});

export const searchVector = endpoint('POST /search/vector-only', 'application-reviewer', {
  summary: 'List the applicants that match a description, best first',
  body,
  response,
  limit: { max: 20, seconds: 60 },
});

export const searchRag = endpoint('POST /search/rag', 'application-reviewer', {
  summary: 'List matching applicants with evidence for each thing asked for',
  body,
  response,
  limit: { max: 6, seconds: 60 },
});

const preview = z.object({
  /** In how many applications each term was found, in the order given. */
  terms: z.array(z.object({ term: z.string(), applications: z.int(), isKnown: z.boolean() })),
  questions: z.array(
    z.object({
      text: z.string(),
      before: z.int(),
      after: z.int(),
      /** Names of people who would be new among the first ten. */
      added: z.array(z.string()),
    }),
  ),
});
export type SearchTermsPreview = z.infer<typeof preview>;

export const previewSearchTerms = endpoint('POST /search/terms/preview', 'admin', {
  summary: 'Preview how your own terms would change the results of recent searches, without saving them',
  body: z.strictObject({ searchTerms }),
  response: preview,
  limit: { max: 10, seconds: 60 },
});
