import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { agreement, communityLink, eventFields, namedLink, specialCategory, trackFields } from './event.ts';
import { criterion } from './event-parts.ts';
import { questionFields } from './event-questions.ts';

const eventView = z.object({
  ...eventFields.pick({
    ...{ name: true, shortName: true, tagline: true, locale: true, timezone: true, place: true },
    ...{ teamDirectory: true, tShirtSizes: true, guardian: true, help: true },
  }).shape,
  dates: z.object({ start: z.string(), end: z.string(), label: z.string() }),
  retention: z.object({ documentDays: z.int(), applicationDays: z.int() }),
  registration: eventFields.shape.registration.extend({ open: z.boolean() }),
  tracks: z.array(trackFields.required({ rubric: true })),
  /** Present when places are limited. */
  capacity: z.int().optional(),
  /** Present when applicants are asked more than the specification's form asks. */
  questions: z
    .array(z.object(questionFields.omit({ visibleTo: true }).partial({ sensitive: true }).shape))
    .optional(),
  /** Present when applicants are asked to agree to something. */
  agreements: z.array(agreement).optional(),
  /** By name: those of tracks and prizes. */
  rubric: z.record(z.string(), z.array(criterion)),
  specialCategories: z.array(specialCategory),
  /** Without it the event has no projects. */
  projects: z
    .object({
      /** Present while the gallery is public. */
      galleryOpen: z.literal(true).optional(),
      prizes: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          /** Present if the prize has its own judges, who score by this rubric. */
          judging: z.object({ by: z.string(), rubric: z.array(criterion) }).optional(),
        }),
      ),
    })
    .optional(),
  /** Present if judges may comment on a score. */
  judgeComments: z.object({ teamsFrom: z.string().optional() }).optional(),
  /** The rows of the schedule in order; times in milliseconds since 1970. */
  program: z.array(
    z.object({
      id: z.string(),
      time: z.string(),
      title: z.string(),
      place: z.string().optional(),
      startsAt: z.int(),
      endsAt: z.int(),
    }),
  ),
  checkpoints: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Present if people who attended get a certificate. */
  certificates: z.literal(true).optional(),
  /** Present if people who attended are asked for feedback. */
  feedback: z.literal(true).optional(),
  /** Present if people can pass their resumes on to sponsors. */
  resumeBook: z.literal(true).optional(),
  /** Present if announcements are also sent as notifications: the key with which a browser subscribes, in base64url. */
  pushKey: z.string().optional(),
  walkIns: z.literal(true).optional(),
  lending: z.object({ hours: z.int() }).optional(),
  community: z.array(communityLink),
  links: z.object({
    contact: z.string(),
    results: z.string().optional(),
    social: z.array(namedLink),
  }),
  wallets: z.object({ apple: z.boolean(), google: z.boolean() }),
});
export type EventView = z.infer<typeof eventView>;

export const getEvent = endpoint('GET /event', {
  summary: 'Get the event: name, dates, tracks, rubric, checkpoints, links',
  access: 'open',
  response: eventView,
});

export const getCalendar = endpoint('GET /schedule.ics', {
  summary: 'Get the schedule as a calendar file, with an entry for each item, or one for the whole event',
  access: 'open',
  query: z.object({ as: z.enum(['items', 'one']).default('items') }),
  response: 'file',
});

export const getOpenApi = endpoint('GET /openapi.json', {
  summary: 'Get this contract as OpenAPI',
  access: 'open',
  response: 'file',
});

export const getApiDocs = endpoint('GET /docs', {
  summary: 'Read this contract as a page',
  access: 'open',
  response: 'page',
});
