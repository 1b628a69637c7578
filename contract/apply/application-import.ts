import { z } from 'zod';
import { limits } from '../limits.ts';
import { csvPart, importChoices, importReport } from '../platform/csv-import.ts';
import { endpoint } from '../platform/endpoint.ts';

export const importApplications = endpoint('POST /applications/import', 'admin', {
  summary:
    'Import registrations from another tool as submitted applications, or preview that; people who have applied are skipped, and nobody gets an email',
  form: {
    fields: z.strictObject({
      preview: z.literal('true').optional(),
      /** For rows without a track or T-shirt size; without a default they are skipped. */
      track: z.string().max(limits.text.track).optional(),
      tShirtSize: z.string().max(limits.text.tShirtSize).optional(),
      choices: importChoices,
    }),
    files: { file: csvPart },
    failed: 'import_failed',
  },
  response: importReport,
  limit: { max: 30, seconds: 600 },
});
