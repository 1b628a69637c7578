import { z } from 'zod';
import { joinLines } from '../platform/text-rules.ts';

// The values that the fields of an event consist of, with the sentence for each mistake.

/** A single-line text; a line break in it, for example in stored text, becomes a space. */
export const line = z.string().overwrite(joinLines).min(1, 'is missing');
/** A text that may have several lines. */
export const text = z.string().trim().min(1, 'is missing').meta({ kind: 'long' });
export const picture = line.meta({ kind: 'picture' });
export const date = z.iso.date('is not a date like 2025-09-20');
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 08:30');
export const slug = z
  .string()
  .regex(/^[a-z0-9-]+$/, 'may only contain lowercase letters, digits and hyphens');
/** The id of a question or an agreement. */
export const formId = z
  .string()
  .max(40)
  .regex(
    /^[a-z][a-z0-9-]*$/,
    'is not an id like phone-number: lowercase letters, digits and hyphens, a letter first',
  )
  // The form library allows no field with this name.
  .refine((id) => id !== 'constructor', 'is reserved: choose another id');
export const link = z
  .string()
  .overwrite(joinLines)
  .refine((url) => /^(https?:|mailto:|\/)/.test(url), 'is not a link');
/** A link of a list entry. */
export const listedLink = link.meta({ label: 'Link', initial: 'https://' });

export const moment = z.iso.datetime({
  offset: true,
  error: 'is not a time with offset like 2025-09-19T23:59:59-07:00',
});

export const isUploaded = (address: string): boolean =>
  /^\/api\/(pictures|event-files)\/[\da-f-]{36}$/.test(address);
