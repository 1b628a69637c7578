import { z } from 'zod';
import { questionTypes } from '../apply/question-types.ts';
import { endpoint } from '../platform/endpoint.ts';

const criterion = z.object({ key: z.string(), label: z.string(), weight: z.int(), description: z.string() });

const eventView = z.object({
  name: z.string(),
  shortName: z.string().optional(),
  tagline: z.string(),
  dates: z.object({ start: z.string(), end: z.string(), label: z.string() }),
  locale: z.string(),
  timezone: z.string(),
  place: z.string(),
  retention: z.object({ documentDays: z.int(), applicationDays: z.int() }),
  registration: z.object({
    closesAt: z.string(),
    enforce: z.boolean(),
    decisionsBy: z.string().optional(),
    open: z.boolean(),
  }),
  tracks: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      summary: z.string(),
      prize: z.string(),
      maxTeamSize: z.int().optional(),
      requiresPitchDeck: z.boolean(),
      rubric: z.string(),
      description: z
        .object({
          title: z.string(),
          body: z.string(),
          prize: z.string(),
          video: z.string().optional(),
          poster: z.string().optional(),
          captions: z.string().optional(),
          videoText: z.string().optional(),
        })
        .optional(),
    }),
  ),
  teamDirectory: z.boolean(),
  /** Present when places are limited. */
  capacity: z.int().optional(),
  /** Present when applicants are asked more than the specification's form asks. */
  questions: z
    .array(
      z.object({
        id: z.string(),
        type: z.enum(questionTypes),
        label: z.string(),
        help: z.string().optional(),
        required: z.boolean(),
        options: z.array(z.string()).optional(),
        /** Only for questions with choices: people may write an answer of their own. */
        other: z.boolean().optional(),
        /** Only organizers can read the answer and filter by it. */
        sensitive: z.boolean().optional(),
        min: z.number().optional(),
        max: z.number().optional(),
        tracks: z.array(z.string()).optional(),
        /** Asked only of people who chose one of these answers to an earlier question. */
        onlyIf: z.object({ question: z.string(), is: z.array(z.string()) }).optional(),
      }),
    )
    .optional(),
  /** Present if they are not the specification's. */
  tShirtSizes: z.array(z.string()).optional(),
  /** Who needs a guardian: people who are younger than `under` by their answer to this question. */
  guardian: z.object({ question: z.string(), under: z.int() }).optional(),
  /** Present when applicants are asked to agree to something. */
  agreements: z
    .array(
      z.object({
        id: z.string(),
        version: z.string(),
        title: z.string(),
        text: z.string(),
        links: z.array(z.object({ label: z.string(), url: z.string() })),
        required: z.boolean(),
      }),
    )
    .optional(),
  /** By name: those of tracks and prizes. */
  rubric: z.record(z.string(), z.array(criterion)),
  specialCategories: z.array(
    z.object({ key: z.string(), label: z.string(), filterLabel: z.string().optional() }),
  ),
  /** Without it the event has no projects. */
  projects: z
    .object({
      /** Present while the gallery is public. */
      galleryOpen: z.literal(true).optional(),
      /** Which tables are where, by their numbers. */
      areas: z.array(z.object({ name: z.string(), from: z.int(), to: z.int() })).optional(),
      prizes: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          description: z.string().optional(),
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
  /** Present when participants can ask mentors for help. */
  help: z.object({ topics: z.array(z.string()) }).optional(),
  lending: z.object({ hours: z.int() }).optional(),
  community: z.array(z.object({ label: z.string(), url: z.string(), description: z.string() })),
  links: z.object({
    contact: z.string(),
    /** Where the results are, once they are published or the event says so. */
    results: z.string().optional(),
    social: z.array(z.object({ label: z.string(), url: z.string() })),
  }),
  wallets: z.object({ apple: z.boolean(), google: z.boolean() }),
});
export type EventView = z.infer<typeof eventView>;

export const getEvent = endpoint('GET /event', 'open', {
  summary: 'Get the event: name, dates, tracks, rubric, checkpoints, links',
  response: eventView,
});

export const getCalendar = endpoint('GET /schedule.ics', 'open', {
  summary: 'Get the schedule as a calendar file, with an entry for each item, or one for the whole event',
  query: z.object({ as: z.enum(['items', 'one']).default('items') }),
  response: 'file',
});

export const getOpenApi = endpoint('GET /openapi.json', 'open', {
  summary: 'Get this contract as OpenAPI',
  response: 'file',
});

export const getApiDocs = endpoint('GET /docs', 'open', {
  summary: 'Read this contract as a page',
  response: 'page',
});
