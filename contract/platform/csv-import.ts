import { z } from 'zod';
import { limits } from '../limits.ts';

export const csvPart = {
  format: 'CSV',
  maxBytes: limits.csvImport.maxBytes,
  tooLarge: 'import_too_large',
} as const;

const choice = z.object({ value: z.string(), label: z.string() });

/** What an import changed or would change, and how it understood the file. */
export const importReport = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Sentences about what was not understood, each with its row number. */
  problems: z.array(z.string()),
  /** The columns in order: what each is imported as (empty: not at all) and its first cells. */
  columns: z.array(z.object({ heading: z.string(), field: z.string(), cells: z.array(z.string()) })),
  fields: z.array(choice),
  /** Cells with unknown values, with their number of rows and what they are imported as; empty leaves them out. */
  values: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      cell: z.string(),
      rows: z.int(),
      value: z.string(),
      choices: z.array(choice),
    }),
  ),
});
export type ImportReport = z.infer<typeof importReport>;

const cell = z.string().max(20_000);

/** What an organizer chose after a preview. */
const choices = z.strictObject({
  columns: z.array(cell).max(500).optional(),
  /** What a cell of a field stands for; a later line replaces an earlier one. */
  values: z
    .array(z.strictObject({ field: cell, cell, value: cell }))
    .max(2000)
    .default([]),
});
export type ImportChoices = z.input<typeof choices>;

/** The choices as a field of a form: JSON. */
export const importChoices = z
  .string()
  .max(500_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(choices)
  .optional();
