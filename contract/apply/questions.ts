import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { answerFilePart } from '../platform/files.ts';
import { questionTypes } from './question-types.ts';

/** An answer to one of the event's own questions, with the question as it was then. */
export const givenAnswer = z.object({
  id: z.string(),
  type: z.enum(questionTypes),
  label: z.string(),
  /** As one text: choices separated by commas, a country's name, `yes` for a consent, a file's name. */
  value: z.string(),
  sensitive: z.literal(true).optional(),
  /** Where the file is, until it is deleted by age. */
  fileUrl: z.string().optional(),
  /** The PDF contains scripts or files, or has not been checked for them yet. */
  hasActiveContent: z.literal(true).optional(),
});
export type GivenAnswer = z.infer<typeof givenAnswer>;

export const listSchools = endpoint('GET /schools', 'user', {
  summary: "List up to ten schools from the event's list whose names contain these words",
  query: z.object({ q: z.string().max(limits.text.searchTerm) }),
  response: z.array(z.string()),
  limit: { max: 240, seconds: 60 },
});

export const uploadAnswerFile = endpoint('POST /applications/answer-files', 'hacker', {
  summary: 'Upload a file for an answer that you send next; it is deleted after a week if unused',
  form: { fields: z.object({}), files: { file: answerFilePart } },
  status: 201,
  response: z.object({ _id: z.uuid() }),
  limit: { max: 20, seconds: 3600 },
});
