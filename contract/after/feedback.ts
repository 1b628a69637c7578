import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { feedbackLimits } from './after-event-limits.ts';

const question = z.object({ key: z.string(), label: z.string(), type: z.enum(['rating', 'text']) });

const myFeedback = z.object({
  questions: z.array(question),
  /** Why the form cannot be sent: it is not open yet, the person was not there, or has already answered. */
  refusal: z.enum(['feedback_closed', 'feedback_not_there', 'feedback_given']).nullable(),
});
export type MyFeedback = z.infer<typeof myFeedback>;

export const getMyFeedback = endpoint('GET /feedback/mine', 'hacker', {
  summary: 'Get the feedback questions, and whether you can answer them',
  leavesNoTrace: true,
  response: myFeedback,
});

export const submitFeedback = endpoint('POST /feedback', 'hacker', {
  summary: 'Answer the feedback questions, once; the answers are anonymous',
  body: z.strictObject({
    /** By question key: 1 to 5, or a text. Unanswered questions are left out. */
    answers: z.record(
      z.string().max(40),
      z.union([z.int().min(1).max(feedbackLimits.maxRating), z.string().max(feedbackLimits.text)]),
    ),
  }),
  leavesNoTrace: true,
  // Counted in memory: a limit over a longer time would store when a person answered.
  limit: { max: 10, seconds: 60 },
});

const feedback = z.object({
  count: z.int(),
  /** Answers are shown once there are this many; until then `questions` is empty. */
  shownFrom: z.int(),
  questions: z.array(
    question.extend({
      /** How many gave 1, 2, 3, 4 and 5. */
      ratings: z.array(z.int()).optional(),
      mean: z.number().nullable().optional(),
      texts: z.array(z.string()).optional(),
    }),
  ),
});
export type Feedback = z.infer<typeof feedback>;

export const getFeedback = endpoint('GET /feedback', 'admin', {
  summary: 'Get the anonymous answers to the feedback questions',
  response: feedback,
});

export const exportFeedback = endpoint('GET /feedback/export', 'admin', {
  summary: 'Export the feedback answers as CSV, one row per person, in random order',
  response: 'file',
  audit: { action: 'feedback.exported' },
});
