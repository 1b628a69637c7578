import { z } from 'zod';
import { formatCountry } from './countries.ts';
import { questionTypes } from './form-questions.ts';

/** An answer to one of the event's own questions, with the question as it was asked then. */
export const givenAnswer = z.object({
  id: z.string(),
  type: z.enum(questionTypes),
  label: z.string(),
  value: z.union([z.string(), z.number(), z.literal(true), z.array(z.string())]),
  sensitive: z.literal(true).optional(),
});
export type GivenAnswer = z.infer<typeof givenAnswer>;

/** Returns an answer as one text. */
export function formatAnswer({ type, value }: Pick<GivenAnswer, 'type' | 'value'>, locale: string): string {
  if (value === true) return 'yes';
  if (Array.isArray(value)) return value.join(', ');
  return type === 'country' ? formatCountry(String(value), locale) : String(value);
}
