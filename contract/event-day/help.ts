import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { lineSchema, noteSchema, optionalLineSchema } from '../platform/text-rules.ts';

/** Text lengths, and the number of topics an event can have. */
export const helpLimits = { topic: 40, topics: 20, text: 140, location: 40, note: 500 };

/** `cancelled` by the person who asked; the last two states end a request. */
const state = z.enum(['waiting', 'claimed', 'solved', 'cancelled']);
export type HelpState = z.infer<typeof state>;

const topic = lineSchema(helpLimits.topic);
const duty = z.object({ topics: z.array(z.string()), onDuty: z.boolean() });
const person = z.object({ _id: z.uuid(), name: z.string() });
const request = z.object({
  _id: z.uuid(),
  topic: z.string(),
  text: z.string(),
  /** Where the person is, for example a table number. */
  location: z.string(),
  state,
  createdAt: z.iso.datetime(),
  mentor: person.nullable(),
});

const myRequest = request.extend({
  /** How many people wait for the same topic and asked earlier. */
  ahead: z.int(),
  rating: z.int().nullable(),
});
export type MyHelpRequest = z.infer<typeof myRequest>;

export const getMyHelp = endpoint('GET /help/mine', 'hacker', {
  summary: 'Get your requests for help, and how many mentors are on duty',
  viewable: true,
  response: z.object({
    /** Newest first; only the first can still be open. */
    requests: z.array(myRequest),
    mentorsOnDuty: z.int(),
  }),
});

export const askForHelp = endpoint('PUT /help/requests/:id', 'hacker', {
  summary: 'Ask mentors for help, under an id that your device makes; a repeat changes nothing',
  body: z.strictObject({
    topic,
    text: lineSchema(helpLimits.text),
    location: optionalLineSchema(helpLimits.location),
    /** A mentor who helped before: they are notified, and everybody sees it. */
    wanted: z.uuid().nullish(),
  }),
  limit: { max: 20, seconds: 3600 },
});

export const updateHelpRequest = endpoint('POST /help/requests/:id/state', 'user', {
  summary: 'Claim, hand back or solve a request, cancel or rate your own; a repeat changes nothing',
  body: z.strictObject({
    state,
    /** For other mentors; replaces an earlier note. */
    note: noteSchema(helpLimits.note).optional(),
    /** How the person who asked rates the help, once solved. */
    rating: z.int().min(1).max(5).optional(),
  }),
  limit: { max: 120, seconds: 60 },
});

const queuedRequest = request.extend({
  name: z.string(),
  /** The mentor whom the person would like again. */
  wanted: person.nullable(),
  note: z.string(),
});
export type QueuedHelpRequest = z.infer<typeof queuedRequest>;

const mentor = person.extend({
  /** The address of an invited mentor who has no name yet; null for the others. */
  email: z.string().nullable(),
  ...duty.shape,
  solved: z.int(),
  /** The average rating; null without ratings. */
  rating: z.number().nullable(),
});
export type Mentor = z.infer<typeof mentor>;

/** The requests of one hour about a topic: how many, and the median wait of the claimed ones in milliseconds. */
const hour = z.object({
  hour: z.iso.datetime(),
  topic: z.string(),
  count: z.int(),
  wait: z.number().nullable(),
});
export type HelpHour = z.infer<typeof hour>;

const helpQueue = z.object({
  /** Open requests, oldest first. */
  requests: z.array(queuedRequest),
  /** The topics that the caller helps with. */
  me: duty,
  /** For organizers: requests by hour, newest first. */
  overview: z.object({ mentors: z.array(mentor), hours: z.array(hour) }).optional(),
});
export type HelpQueue = z.infer<typeof helpQueue>;

export const getHelpQueue = endpoint('GET /help/queue', 'mentor', {
  summary: 'List the open requests; organizers also get the mentors, and topics by hour',
  response: helpQueue,
});

export const updateMyMentoring = endpoint('PUT /help/mentors/me', 'mentor', {
  summary: 'Set the topics you help with, and whether you are on duty',
  body: z.strictObject({ topics: z.array(topic).max(helpLimits.topics), onDuty: z.boolean() }),
});
