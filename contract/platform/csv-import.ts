import { z } from 'zod';
import { limits } from '../limits.ts';

/** The file of an import. */
export const csvPart = {
  format: 'CSV',
  maxBytes: limits.csvImport.maxBytes,
  tooLarge: 'import_too_large',
} as const;

/** What an import changed, or would change. */
export const importReport = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Sentences about what was not understood, each with the row's number. */
  problems: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReport>;
