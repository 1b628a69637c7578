/** The types of an event's own questions. */
export const questionTypes = [
  'text',
  'long text',
  'choice',
  'several',
  'number',
  'country',
  'school',
  'date',
  'consent',
] as const;
export type QuestionType = (typeof questionTypes)[number];
