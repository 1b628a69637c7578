import { z } from 'zod';
import { emailKinds, ownEmail } from '../event/event-emails.ts';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { lineSchema } from '../platform/text-rules.ts';
import { application } from './applications.ts';
import { placesOfApproval, severalChanged } from './places.ts';

const decided = z.enum(['approved', 'rejected']);

export const undoDecision = endpoint('POST /applications/:id/undo', 'admin', {
  summary:
    'Undo a decision while its email waits: status and email are as they were before; refused when the status is not `status`',
  body: z.strictObject({
    status: decided,
  }),
  response: application,
  limit: { max: 6000, seconds: 60 },
});

export const undoDecisions = endpoint('POST /applications/undo', 'admin', {
  summary:
    'Undo several decisions as `undoDecision` does, in one transaction, without those that are refused',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(limits.admin.maxPageSize), status: decided }),
  response: severalChanged,
});

export const answerForApplicant = endpoint('PUT /applications/:id/attendance', 'admin', {
  summary: 'Answer for an approved applicant whether they will come',
  body: z.strictObject({ attending: z.boolean() }),
  response: application,
});

export const extendOffer = endpoint('PUT /applications/:id/offer', 'admin', {
  summary: 'Hold a place that is offered until another time; the applicant gets an email',
  body: z.strictObject({ until: z.iso.datetime({ offset: true }) }),
  response: application,
});

export const offerPlace = endpoint('POST /applications/:id/offer', 'admin', {
  summary:
    'Approve an applicant and offer a place at once: ahead of the waitlist, and beyond the capacity when every place is taken',
  body: z.strictObject({ reason: lineSchema(limits.text.reason) }),
  response: application,
});

export const releaseDecisions = endpoint('POST /applications/release', 'admin', {
  summary:
    'Release all held decisions: applicants see them and get their emails; `dryRun` changes nothing and says what would happen',
  query: z.object({ dryRun: z.literal('true').optional() }),
  response: z.object({
    released: z.int(),
    /** Rejections of people who have been checked in since, and approvals without a place or a waitlist: they stay held. */
    stillHeld: z.int(),
    /** How many of the released are rejected; absent for none. */
    rejected: z.int().optional(),
    places: placesOfApproval.optional(),
  }),
});

export const previewEmail = endpoint('GET /emails/preview', 'admin', {
  summary: 'Preview an email about an application in your own words',
  query: ownEmail.extend({ kind: z.enum(emailKinds) }),
  response: 'page',
});
