import { z } from 'zod';
import { filterTypes } from '../apply/question-types.ts';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { longestResumeLink } from './after-event-limits.ts';

/** Filters for the people who agreed; what is left out filters nothing. */
const filters = z.strictObject({
  track: z.string().max(limits.text.filter).optional(),
  /** All of these words must be in the major, the resume or the skill card. */
  q: z.string().max(limits.text.searchTerm).optional(),
  /** Only those who were checked in at the entrance. */
  checkedIn: z.literal('yes').optional(),
  /**
   * Answers to the event's own questions, as JSON: `{ id: value }`; for a date `from..to`, where either side may be empty.
   */
  answers: z.string().max(2000).optional(),
});
export type ResumeFilters = z.infer<typeof filters>;

/** A question whose answers can filter the list: the event marks it as not sensitive. */
const filterQuestion = z.object({
  id: z.string(),
  type: z.enum(filterTypes),
  label: z.string(),
  options: z.array(z.string()).optional(),
});
export type FilterQuestion = z.infer<typeof filterQuestion>;

const person = z.object({ _id: z.uuid(), name: z.string(), track: z.string() });
const downloads = { max: 30, seconds: 3600 };

export const getResumeBook = endpoint('GET /resume-book', 'admin', {
  summary: 'List the approved people who agree to pass on their resumes, by name',
  query: filters,
  response: z.object({ people: z.array(person), questions: z.array(filterQuestion).optional() }),
});

export const downloadResumeBook = endpoint('GET /resume-book/zip', 'admin', {
  summary: 'Download the resumes of those who agree as a zip, with a list as CSV; each download is recorded',
  query: filters,
  response: 'file',
  limit: downloads,
});

const link = z.object({
  _id: z.uuid(),
  name: z.string(),
  filters,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** How often resumes were downloaded with this link, and when last. */
  downloads: z.int(),
  downloadedAt: z.iso.datetime().nullable(),
});
export type ResumeLink = z.infer<typeof link>;

export const listResumeLinks = endpoint('GET /resume-book/links', 'admin', {
  summary: 'List the links for sponsors, newest first, with how often each was used',
  response: z.array(link),
});

export const createResumeLink = endpoint('POST /resume-book/links', 'admin', {
  summary: 'Create a link with which a sponsor can download the resumes until it ends; it is shown once',
  body: z.strictObject({
    name: z.string().trim().min(1).max(limits.text.name),
    days: z.int().min(1).max(longestResumeLink),
    filters: filters.default({}),
  }),
  response: z.object({ url: z.string() }),
});

export const revokeResumeLink = endpoint('DELETE /resume-book/links/:id', 'admin', {
  summary: "End a sponsor's link now",
});

export const openResumeLink = endpoint('POST /resume-book/shared', 'all', {
  summary: "Open a sponsor's link in this browser, until it ends",
  body: z.strictObject({ token: z.string().max(100) }),
  limit: { max: 30, seconds: 60 },
});

const shared = z.object({
  /** Whom the link is for. */
  name: z.string(),
  event: z.string(),
  expiresAt: z.iso.datetime(),
  people: z.array(person),
});
export type SharedResumes = z.infer<typeof shared>;

export const getSharedResumes = endpoint('GET /resume-book/shared', 'all', {
  summary: 'List whose resumes the opened link has',
  response: shared,
  limit: { max: 60, seconds: 60 },
});

export const downloadSharedResumes = endpoint('GET /resume-book/shared/zip', 'all', {
  summary: 'Download the resumes of the opened link as a zip, with a list as CSV; each download is recorded',
  response: 'file',
  limit: downloads,
});
