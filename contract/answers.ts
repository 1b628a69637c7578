import { z } from 'zod';

/** The answer of a call that has nothing else to say. */
export const success = z.object({ success: z.literal(true) });

/** A success with a sentence for people. */
export const successMessage = success.extend({ message: z.string() });
