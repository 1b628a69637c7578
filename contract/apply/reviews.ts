import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';

const rating = z.int().min(1).max(5).nullable();

const reviews = z.object({
  mine: z.object({ rating, note: z.string() }).nullable(),
  /** Null while blind review hides them: until the reader has rated. */
  others: z
    .array(
      z.object({
        /** Null when the account is deleted. */
        by: z.string().nullable(),
        rating,
        note: z.string(),
        at: z.iso.datetime(),
      }),
    )
    .nullable(),
});

export const listReviews = endpoint('GET /applications/:id/reviews', 'application-reviewer', {
  summary: 'List the ratings and notes of an application',
  response: reviews,
  limit: { max: 900, seconds: 60 },
});

export const saveReview = endpoint('PUT /applications/:id/review', 'application-reviewer', {
  summary:
    'Save your rating and your note about an application; this ends your claim on it. While review is blind, a saved rating cannot be changed',
  body: z.strictObject({ rating, note: z.string().max(limits.text.note).default('') }),
  response: reviews,
  limit: { max: 6000, seconds: 60 },
});

export const claimApplications = endpoint('POST /reviews/claims', 'application-reviewer', {
  summary:
    'Claim pending applications to review, at most `count` at once: those of nobody else, the least reviewed first; they are yours until you rate them or end your claims',
  body: z.strictObject({ count: z.int().min(1).max(limits.claim.maxSize).default(limits.claim.size) }),
  response: z.object({ ids: z.array(z.uuid()) }),
  limit: { max: 600, seconds: 60 },
});

export const assignReviewer = endpoint('PUT /reviews/claims', 'admin', {
  summary:
    'Give applications to a reviewer, except for those that are decided on or that the reviewer has rated',
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(limits.announcement.selected),
    reviewer: z.uuid(),
  }),
  response: z.object({ assigned: z.int() }),
});

export const endClaims = endpoint('DELETE /reviews/claims', 'application-reviewer', {
  summary: 'End all of your claims',
});

/** The rank of an application among all that have a rating. */
const ranked = z.object({
  application: z.uuid(),
  mean: z.number(),
  rank: z.int(),
  /** The average, corrected for how strict or lenient its reviewers are, and the rank by it. */
  adjusted: z.number(),
  adjustedRank: z.int(),
});

export const getReviewStatus = endpoint('GET /reviews', 'application-reviewer', {
  summary:
    'Get whether review is blind, how many applications you have claimed, and the plain and the adjusted ranks of rated applications',
  response: z.object({ blind: z.boolean(), claimed: z.int(), ranking: z.array(ranked) }),
  limit: { max: 900, seconds: 60 },
});

export const updateBlindReview = endpoint('PUT /reviews/blind', 'admin', {
  summary:
    "Turn blind review on or off for all organizers: applicants and others' ratings are hidden until one has rated",
  body: z.strictObject({ blind: z.boolean() }),
});
