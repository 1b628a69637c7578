import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint, type ResponseOf } from '../platform/endpoint.ts';

/** A person's standing in the allocation of places. */
export const place = z.object({
  state: z.enum(['waiting', 'offered', 'confirmed', 'declined', 'lapsed']),
  /** When the offer ends; absent when it does not. */
  until: z.iso.datetime().optional(),
  /** Position on the waitlist, from 1; only the person sees their own. */
  position: z.int().optional(),
});
export type Place = z.infer<typeof place>;

/** Who gets the next free place: whoever has waited longest, is rated best, or comes first in the organizers' order. */
export const waitlistOrders = ['date', 'rating', 'hand'] as const;
export type WaitlistOrder = (typeof waitlistOrders)[number];

/** The applications that a bulk call changed, and why it left the others alone. */
export const severalChanged = z.object({
  changed: z.array(z.uuid()),
  failed: z.array(z.object({ id: z.uuid(), code: z.string(), message: z.string() })),
});

/** What an approval, or a release of approvals, does with limited places. */
export const placesOfApproval = z.object({
  given: z.int(),
  /** How many join the waitlist. */
  waiting: z.int(),
  /** Until when the places are held for an answer, if they end. */
  heldUntil: z.iso.datetime().optional(),
  /** The order in which a release gives places; an approval gives them in the order of its ids. */
  order: z.enum(waitlistOrders).optional(),
});

export const getPlaceFigures = endpoint('GET /places', 'check-in-lead', {
  summary: 'Count the places of an event that limits them; otherwise 404',
  response: z.object({
    capacity: z.int(),
    /** Unanswered offers, whose places are held. */
    offered: z.int(),
    yes: z.int(),
    no: z.int(),
    /** Offers that ended unanswered. */
    silent: z.int(),
    free: z.int(),
    waiting: z.int(),
    /** How many are expected to come, by the event's `showUpRate`. */
    expected: z.int().optional(),
  }),
});

export type PlaceFigures = ResponseOf<typeof getPlaceFigures>;

const waiting = z.object({
  _id: z.uuid(),
  name: z.string(),
  since: z.iso.datetime(),
  /** Average rating from 1 to 5; null without ratings and while blind review hides them. */
  rating: z.number().nullable(),
});

export const listWaitlist = endpoint('GET /waitlist', 'admin', {
  summary: 'List the people on the waitlist, the next one first',
  response: z.object({ order: z.enum(waitlistOrders), people: z.array(waiting) }),
});

export const updateWaitlistOrder = endpoint('PUT /waitlist/order', 'admin', {
  summary: 'Choose the order in which places are offered',
  body: z.strictObject({ order: z.enum(waitlistOrders) }),
});

export const moveToWaitlist = endpoint('POST /waitlist', 'admin', {
  summary:
    'Put applications at the end of the waitlist, each on its own; a place that was offered is free for the next one',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(limits.announcement.selected) }),
  response: severalChanged,
});

export const moveOnWaitlist = endpoint('PUT /waitlist/:id', 'admin', {
  summary: 'Move a person to a waitlist position, from 1; from then on the order is manual',
  body: z.strictObject({ position: z.int().min(1).max(1_000_000) }),
  limit: { max: 600, seconds: 60 },
});
