import { z } from 'zod';

/** The response of a call that returns nothing else. */
export const success = z.object({ success: z.literal(true) });

/** A success with a sentence to show. */
export const successMessage = success.extend({ message: z.string() });
export type SuccessMessage = z.infer<typeof successMessage>;
