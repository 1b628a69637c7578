import { z } from 'zod';
import { questionTypes } from './form-questions.ts';

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
