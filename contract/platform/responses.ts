import { z } from 'zod';

/** The response of a call that returns nothing else. */
export const success = z.object({ success: z.literal(true) });

export const successMessage = success.extend({ message: z.string() });
export type SuccessMessage = z.infer<typeof successMessage>;
