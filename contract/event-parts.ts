import { z } from 'zod';

// The fields that several parts of an event have.

export const text = z.string().trim().min(1, 'is missing');
export const day = z.iso.date('is not a date like 2025-09-20');
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 08:30');
export const slug = z
  .string()
  .regex(/^[a-z0-9-]+$/, 'may only contain lowercase letters, digits and hyphens');
export const link = z.string().refine((url) => /^(https?:|mailto:|\/)/.test(url), 'is not a link');

/** Refuses a list in which two entries have the same value of `key`. */
export const withUnique =
  (...keys: string[]) =>
  (list: readonly object[], { addIssue }: z.RefinementCtx): void => {
    for (const key of keys) {
      const values = list.map((entry) => (entry as Record<string, unknown>)[key]);
      for (const [at, value] of values.entries())
        if (values.indexOf(value) < at)
          addIssue({ code: 'custom', path: [at, key], message: `is used twice: ${value}` });
    }
  };

const criterion = z.strictObject({
  key: text,
  label: text,
  weight: z.int().min(1).max(100),
  description: text,
});
export const rubricOfCriteria = z
  .array(criterion)
  .min(1)
  .superRefine(withUnique('key'))
  .refine((list) => list.reduce((sum, c) => sum + c.weight, 0) === 100, 'weights do not add up to 100');

export const moment = z.iso.datetime({
  offset: true,
  error: 'is not a time with offset like 2025-09-19T23:59:59-07:00',
});
