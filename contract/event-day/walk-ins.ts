import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { emailAddress, lineSchema } from '../platform/text-rules.ts';

/** The fields of a walk-in. Without `track`, the first track that needs no pitch deck. */
export const walkInFields = z.strictObject({
  name: lineSchema(limits.text.name),
  email: emailAddress,
  tShirtSize: z.string().max(limits.text.tShirtSize),
  dietaryRestrictions: z.string().max(limits.text.dietaryDetail * 4),
  track: z.string().max(200).optional(),
  /** What the event requires of everybody; see `walk-in-form.ts` for the rules. */
  answers: z.record(z.string().max(60), z.unknown()).optional(),
  agreements: z.record(z.string().max(40), z.string().max(40)).optional(),
  guardianEmail: z.string().max(512).optional(),
});
export type WalkInInput = z.infer<typeof walkInFields>;

export const submitWalkIn = endpoint('PUT /walk-ins/:id', 'open', {
  summary: 'Register at the entrance, under an id that your device makes; a repeat corrects what you sent',
  body: walkInFields,
  // The venue shares one address: 60 people a minute, and half as many corrections.
  limit: { max: 90, seconds: 60 },
});

export const getWalkIn = endpoint('GET /walk-ins/:id', 'open', {
  summary:
    'Get whether somebody who registered at the entrance is admitted, by the id that their device made',
  response: z.object({ admitted: z.boolean() }),
  // The venue shares one address: 150 phones that ask every ten seconds.
  limit: { max: 900, seconds: 60 },
});

const registration = z.object({
  /** Whether walk-ins can register now: during the event, and while `opened`. */
  open: z.boolean(),
  /** Whether an organizer has opened it on other days. */
  opened: z.boolean(),
  /** Why registration is closed now. */
  message: z.string().optional(),
});
export type WalkInRegistration = z.infer<typeof registration>;

export const getWalkInRegistration = endpoint('GET /walk-ins/registration', 'open', {
  summary: 'Get whether people can register at the entrance now',
  response: registration,
});

export const updateWalkInRegistration = endpoint('PUT /walk-ins/registration', 'check-in-lead', {
  summary: "Open registration at the entrance outside the event's days, or stop it; audited",
  body: z.strictObject({ opened: z.boolean() }),
});

/** A walk-in who is not admitted yet. */
const walkIn = z.object({
  _id: z.uuid(),
  name: z.string(),
  at: z.iso.datetime(),
  /** They need a guardian, who is asked once they are admitted. */
  guardianMissing: z.literal('unanswered').optional(),
});
export type WalkIn = z.infer<typeof walkIn>;

export const listWalkIns = endpoint('GET /walk-ins', 'check-in-lead', {
  summary: 'List waiting walk-ins, newest first',
  response: z.array(walkIn),
});

export const removeWalkIn = endpoint('DELETE /walk-ins/:id', 'check-in-lead', {
  summary: 'Remove a waiting walk-in from the list',
});

export const removeWalkIns = endpoint('DELETE /walk-ins', 'check-in-lead', {
  summary: 'Remove all waiting walk-ins from the list; audited',
});
