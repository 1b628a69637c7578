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
  'file',
] as const;
export type QuestionType = (typeof questionTypes)[number];

/** The question types whose answers can filter a list of people: choices, words of a school, days from and to. */
export const filterTypes = [
  'choice',
  'several',
  'country',
  'school',
  'date',
] as const satisfies readonly QuestionType[];
