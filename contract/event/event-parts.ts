import { z } from 'zod';
import { limits } from '../limits.ts';
import { line, text } from './event-values.ts';

/** Returns a function that adds an issue at a path of the checked value, as a sentence that follows the field's name. */
export const createRefuser =
  ({ addIssue }: z.RefinementCtx) =>
  (path: (string | number)[], message: string): void =>
    addIssue({ code: 'custom', path, message });

/** Says of a choice that is empty what is missing: `first`, when there is nothing to choose yet. */
export const describeUnchosen = (hasOptions: boolean, first: string): string =>
  hasOptions ? 'is missing' : `has nothing to choose from: first add ${first}`;

/** Refuses a list in which two entries have the same `key`. */
export const withUnique =
  (...keys: string[]) =>
  (list: readonly object[], context: z.RefinementCtx): void => {
    const refuse = createRefuser(context);
    for (const key of keys) {
      const values = list.map((entry) => (entry as Record<string, unknown>)[key]);
      for (const [at, value] of values.entries())
        if (values.indexOf(value) < at) refuse([at, key], `is used twice: ${value}`);
    }
  };

/** An id that is derived from the entry's title; it always has the same word for it. */
export const idMeta = { label: 'Name in exports', follows: 'slug' } as const;
/** An id that is locked as soon as something refers to it, such as a score; until then it is always derived. */
export const keyMeta = { ...idMeta, follows: 'always' } as const;

const word = line.max(limits.search.term, `is longer than ${limits.search.term} characters`);

/** Words of the event that the applicant search should know, each with its synonyms. */
export const searchTerms = z
  .array(
    z.strictObject({
      /** A new topic, or a known one such as `3D printing`. */
      term: word.meta({ label: 'Term' }),
      examples: z.array(word).max(limits.search.examples).default([]).meta({
        label: 'What people write',
        hint: 'One per line, such as “our makerspace”. People who write it are found by the term.',
      }),
    }),
  )
  .max(limits.search.terms)
  .superRefine(withUnique('term'))
  .meta({
    ...{ label: 'Terms', one: 'term', titleOf: 'term' },
    hint: "A name that the search cannot know, such as a sponsor's product, or a topic that it knows, such as Hardware.",
  });

const percent = 'is a whole percent, such as 60';
const criterion = z.strictObject({
  key: line.max(limits.judging.criterion, `is longer than ${limits.judging.criterion} characters`).meta({
    ...keyMeta,
    hint: 'Derived from the label, such as impact. It is fixed once there are scores.',
  }),
  label: line.meta({ label: 'Label', hint: 'As judges read it.' }),
  weight: z.int(percent).min(1, percent).max(100, percent).meta({ label: 'Weight in percent', initial: 10 }),
  description: text.meta({ label: 'What judges ask themselves' }),
});
export const rubricOfCriteria = z
  .array(criterion)
  .min(1)
  .superRefine(withUnique('key'))
  .refine(
    (list) => list.reduce((sum, c) => sum + c.weight, 0) === 100,
    'must have criteria whose weights add up to 100',
  )
  .meta({
    one: 'criterion',
    titleOf: 'label',
    hint: 'The weights are percent. Those of all criteria of this rubric add up to 100.',
  });
