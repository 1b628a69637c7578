import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { emailAddress } from '../platform/text-rules.ts';

/** The guardian whose consent a person needs who is too young to take part without it. */
export const guardianState = z.object({
  /** Null for reviewers, and while blind review hides it. */
  email: z.string().nullable(),
  sentAt: z.iso.datetime(),
  /** Set once they have agreed. */
  confirmedAt: z.iso.datetime().optional(),
  /** Set once they have refused. */
  declinedAt: z.iso.datetime().optional(),
});
export type GuardianState = z.infer<typeof guardianState>;

export const sendGuardianEmail = endpoint('POST /applications/:id/guardian', 'admin', {
  summary: "Ask an applicant's guardian again, at another address if given",
  body: z.strictObject({ email: emailAddress.optional() }),
  limit: { max: 120, seconds: 3600 },
});

const token = z.object({ token: z.string().max(100) });

export const getGuardianPage = endpoint('GET /guardian/:token', 'open', {
  summary: "Read the page behind a guardian's link, which asks for an answer and changes nothing",
  params: token,
  response: 'page',
  limit: { max: 60, seconds: 600 },
});

export const answerGuardian = endpoint('POST /guardian/:token', 'open', {
  summary: 'Say yes or no as the guardian of an applicant; the first answer holds until organizers ask again',
  params: token,
  // Pages that earlier emails opened have a single button that sends nothing.
  body: z.strictObject({ answer: z.enum(['yes', 'no']).default('yes') }),
  webForm: 1024,
  response: 'page',
  limit: { max: 20, seconds: 600 },
});
