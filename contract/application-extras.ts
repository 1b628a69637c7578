import { z } from 'zod';
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

/** What somebody agreed to, as they read it then. */
export const madeAgreement = z.object({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  /** Present when they have taken it back. */
  revokedAt: z.iso.datetime().optional(),
});
export type MadeAgreement = z.infer<typeof madeAgreement>;

/** Whose yes somebody needs who is too young to take part on their own. */
export const guardianState = z.object({
  /** Null where blind review hides it. */
  email: z.string().nullable(),
  sentAt: z.iso.datetime(),
  /** Absent until they have said yes. */
  confirmedAt: z.iso.datetime().optional(),
});
export type GuardianState = z.infer<typeof guardianState>;
