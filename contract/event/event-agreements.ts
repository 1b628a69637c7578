import { z } from 'zod';
import { withUnique } from './event-parts.ts';
import { formId, link, text } from './event-values.ts';

const agreement = z.strictObject({
  id: formId,
  /** What people agreed to stays known by it: another text needs another version, and is asked for again. */
  version: text.refine((version) => version.length <= 40, 'is longer than 40 characters'),
  /** Its name in lists and exports. */
  title: text,
  /** The sentences that people agree to. */
  text,
  /** The documents that the text is about. */
  links: z.array(z.strictObject({ label: text, url: link })).default([]),
  /** Without it nobody can apply; it cannot be revoked. */
  required: z.boolean().default(false),
});

/** What people agree to when they apply. */
export const agreements = z.array(agreement).max(20).superRefine(withUnique('id')).default([]);
