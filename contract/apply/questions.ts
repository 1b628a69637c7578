import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint } from '../platform/endpoint.ts';
import { questionTypes } from './question-types.ts';

/** An answer to one of the event's own questions, with the question as it was asked then. */
export const givenAnswer = z.object({
  id: z.string(),
  type: z.enum(questionTypes),
  label: z.string(),
  /** As one text: choices with commas between them, a country by its name, a consent as `yes`. */
  value: z.string(),
  sensitive: z.literal(true).optional(),
});
export type GivenAnswer = z.infer<typeof givenAnswer>;

export const listSchools = endpoint('GET /schools', {
  summary: "List up to ten schools of the event's list whose names hold these words",
  access: 'user',
  query: z.object({ q: z.string().max(limits.text.searchTerm) }),
  response: z.array(z.string()),
  limit: { max: 240, seconds: 60 },
});
