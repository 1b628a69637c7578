import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { emailAddress, lineSchema, noteSchema, optionalLineSchema } from '../platform/text-rules.ts';

/** Lengths of what is typed, how many topics an event has, and how many of a person's requests they see. */
export const helpLimits = { topic: 40, topics: 20, text: 140, location: 40, note: 500, shown: 20 };

/** `cancelled` by whoever asked; a request in any of the last two states has ended. */
const state = z.enum(['waiting', 'claimed', 'solved', 'cancelled']);
export type HelpState = z.infer<typeof state>;

const topic = lineSchema(helpLimits.topic);
const person = z.object({ _id: z.uuid(), name: z.string() });
const request = z.object({
  _id: z.uuid(),
  topic: z.string(),
  text: z.string(),
  /** Where the person is, such as a table's number. */
  location: z.string(),
  state,
  createdAt: z.iso.datetime(),
  /** The mentor who claimed it, if any. */
  mentor: person.nullable(),
});

const myRequest = request.extend({
  /** How many people wait for the same topic and asked before. */
  ahead: z.int(),
  rating: z.int().nullable(),
});
export type MyHelpRequest = z.infer<typeof myRequest>;

const myHelp = z.object({
  /** Newest first; at most the first one has not ended. */
  requests: z.array(myRequest),
  mentorsOnDuty: z.int(),
  isMentor: z.boolean(),
});
export type MyHelp = z.infer<typeof myHelp>;

export const getMyHelp = endpoint('GET /help/mine', {
  summary: 'Get your requests for help, and how many mentors are on duty',
  access: 'hacker',
  viewable: true,
  response: myHelp,
});

export const askForHelp = endpoint('PUT /help/requests/:id', {
  summary: 'Ask mentors for help, under an id that your device makes; a repeat changes nothing',
  access: 'hacker',
  body: z.strictObject({
    topic,
    text: lineSchema(helpLimits.text),
    location: optionalLineSchema(helpLimits.location),
    /** A mentor who helped before: they hear of it, and everybody sees it. */
    wanted: z.uuid().nullish(),
  }),
  limit: { max: 20, seconds: 3600 },
});

export const updateHelpRequest = endpoint('POST /help/requests/:id/state', {
  summary:
    'Claim a request, hand it back, say that it is solved, or cancel your own; a repeat changes nothing',
  access: 'user',
  body: z.strictObject({
    state,
    /** For other mentors, replaces an earlier note. */
    note: noteSchema(helpLimits.note).optional(),
  }),
  limit: { max: 120, seconds: 60 },
});

export const rateHelp = endpoint('PUT /help/requests/:id/rating', {
  summary: 'Rate the help that you got',
  access: 'hacker',
  body: z.strictObject({ rating: z.int().min(1).max(5) }),
});

const queuedRequest = request.extend({
  name: z.string(),
  /** The mentor whom the person would like to have again. */
  wanted: person.nullable(),
  note: z.string(),
});
export type QueuedHelpRequest = z.infer<typeof queuedRequest>;

const helpQueue = z.object({
  /** Those that have not ended, oldest first. */
  requests: z.array(queuedRequest),
  /** The caller as a mentor; null for an organizer who is none. */
  me: z.object({ topics: z.array(z.string()), onDuty: z.boolean() }).nullable(),
});
export type HelpQueue = z.infer<typeof helpQueue>;

export const getHelpQueue = endpoint('GET /help/queue', {
  summary: 'List the requests that are open, as a mentor or an organizer',
  access: 'user',
  response: helpQueue,
});

const mentor = person.extend({
  email: z.string().nullable(),
  topics: z.array(z.string()),
  onDuty: z.boolean(),
  solved: z.int(),
  /** The average rating; null without ratings. */
  rating: z.number().nullable(),
});
export type Mentor = z.infer<typeof mentor>;

const helpOverview = z.object({
  mentors: z.array(mentor),
  /** Median of the claimed requests of the last three hours, in milliseconds; null without one. */
  usualWait: z.number().nullable(),
  /** How many requests of each topic were made in each hour, newest first. */
  hours: z.array(z.object({ hour: z.iso.datetime(), topic: z.string(), count: z.int() })),
});
export type HelpOverview = z.infer<typeof helpOverview>;

export const getHelpOverview = endpoint('GET /help/overview', {
  summary: 'Get the mentors, how long people wait, and the topics by hour',
  access: 'admin',
  response: helpOverview,
});

export const updateMyMentoring = endpoint('PUT /help/mentors/me', {
  summary: 'Say as a mentor which topics you help with, and whether you are on duty',
  access: 'user',
  body: z.strictObject({ topics: z.array(topic).max(helpLimits.topics), onDuty: z.boolean() }),
});

export const addMentor = endpoint('POST /help/mentors', {
  summary: 'Add a mentor by email address, with or without an account; audited',
  access: 'admin',
  body: z.strictObject({ email: emailAddress, topics: z.array(topic).max(helpLimits.topics) }),
});

export const removeMentor = endpoint('DELETE /help/mentors/:id', {
  summary: 'Remove a mentor, whose claimed requests wait again; audited',
  access: 'admin',
});
