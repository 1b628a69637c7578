import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { resumePart } from '../platform/files.ts';
import { success } from '../platform/responses.ts';
import { emailAddress } from '../platform/text-rules.ts';
import { applicationStatus } from './applications.ts';

/** What is stored about the signed-in person, what they can change, and how long it is kept. */
const myAccount = z.object({
  email: z.string(),
  createdAt: z.iso.datetime(),
  application: z
    .object({
      status: applicationStatus,
      tShirtSize: z.string(),
      dietaryRestrictions: z.string(),
      resumeUrl: z.string().nullable(),
      pitchDeckUrl: z.string().nullable(),
      resumeUnreadable: z.literal(true).optional(),
    })
    .nullable(),
  /** They wait at the entrance as a walk-in, under the address of the account. */
  walkIn: z.object({ name: z.string() }).optional(),
  /** This sign-in is too old to delete the account. */
  isStale: z.literal(true).optional(),
  withdrawn: z.object({ at: z.iso.datetime(), canRestore: z.boolean() }).nullable(),
  can: z.object({ updateDetails: z.boolean(), updateResume: z.boolean(), withdraw: z.boolean() }),
});
export type MyAccount = z.infer<typeof myAccount>;

export const accountResponse = success.extend({ data: myAccount });

export const updateMyDetails = endpoint('PUT /applications/details', 'hacker', {
  summary:
    'Change your T-shirt size and dietary restrictions until you are checked in, major and motivation until the review',
  body: z.strictObject({
    tShirtSize: z.string().max(limits.text.tShirtSize),
    dietaryRestrictions: z.string().max(2000),
    major: z.string().max(2000).optional(),
    whyJoin: z.string().max(20_000).optional(),
  }),
  response: accountResponse,
});

export const updateMyAnswers = endpoint('PUT /applications/answers', 'hacker', {
  summary:
    "Change answers to the event's own questions until you are checked in; those that are not sent stay",
  body: z.strictObject({
    /** The answers to change, by question id; null removes one. */
    answers: z.record(
      z.string().max(100),
      z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
    ),
    /** If a changed age requires a guardian and there is none yet. */
    guardianEmail: z.string().max(512).optional(),
  }),
  limit: { max: 30, seconds: 3600 },
});

export const sendMyGuardianEmail = endpoint('POST /applications/guardian', 'hacker', {
  summary: 'Ask your parent or guardian again, at another address if given; the previous link ends',
  body: z.strictObject({ email: emailAddress.optional() }),
  limit: { max: 10, seconds: 86_400 },
});

export const updateMyResume = endpoint('PUT /applications/resume', 'hacker', {
  summary: 'Replace your resume while the application is pending',
  form: { fields: z.object({}), files: { resume: resumePart }, failed: 'resume_failed' },
  response: accountResponse,
  limit: { max: 20, seconds: 3600 },
});

export const withdrawApplication = endpoint('POST /applications/withdraw', 'hacker', {
  summary: 'Withdraw your application; this frees your seat in a team',
  response: accountResponse,
  limit: { max: 20, seconds: 3600 },
});

export const restoreApplication = endpoint('POST /applications/restore', 'hacker', {
  summary: 'Restore your withdrawn application while registration is open',
  response: accountResponse,
  limit: { max: 20, seconds: 3600 },
});
