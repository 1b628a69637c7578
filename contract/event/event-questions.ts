import { z } from 'zod';
import { tShirtSizes } from '../apply/applications.ts';
import { type QuestionType, questionTypes } from '../apply/question-types.ts';
import { limits } from '../limits.ts';
import { joinLines } from '../platform/text-rules.ts';
import { createRefuser, describeUnchosen, idMeta, withUnique } from './event-parts.ts';
import { formId, line } from './event-values.ts';

const onlyNumber = { field: 'type', is: ['number'] };
const withChoices = { field: 'type', is: ['choice', 'several'] };
const answerNumber = z.number('is not a number').optional();

const question = z
  .strictObject({
    id: formId.meta({ ...idMeta, hint: 'A new one is derived from the question, such as phone-number.' }),
    label: line
      .refine((label) => label.length <= 200, 'is longer than 200 characters')
      .meta({ label: 'Question' }),
    type: z.enum(questionTypes, `is not one of ${questionTypes.join(', ')}`).meta({
      label: 'Answer',
      options: {
        text: 'One line',
        'long text': 'Several lines',
        choice: 'One of several',
        several: 'Some of several',
        number: 'Number',
        date: 'Date',
        consent: 'Checkbox',
        file: 'File (PDF or picture)',
        country: 'Country',
        school: 'School',
      } satisfies Record<QuestionType, string>,
    }),
    /** Of `choice` and `several`. */
    options: z
      .array(line)
      .max(200)
      .optional()
      .meta({
        ...{ label: 'Choices', hint: 'One per line.' },
        onlyIf: withChoices,
      }),
    /** Of `choice` and `several`. */
    other: z.boolean().optional().meta({
      label: 'With “Other…”, and a field for their own words',
      onlyIf: withChoices,
    }),
    /** Of `number`. */
    min: answerNumber.meta({ label: 'Smallest number', onlyIf: onlyNumber }),
    max: answerNumber.meta({ label: 'Largest number', onlyIf: onlyNumber }),
    help: line.optional().meta({ label: 'Help' }),
    required: z.boolean().default(false).meta({ label: 'Required' }),
    /** Only organizers see the answers: with the application, in totals and in exports. Reviewers do not. */
    sensitive: z.boolean().default(false).meta({ label: 'Sensitive: only organizers see and search it' }),
    /**
     * Who sees the answers besides organizers: `reviewers` are organizers who review blind; `volunteers` see them on the
     * person's card at check-in.
     */
    visibleTo: z
      .array(z.enum(['reviewers', 'volunteers']))
      .default([])
      .meta({
        label: 'Seen also by',
        options: { reviewers: 'Organizers during blind review', volunteers: 'Volunteers at check-in' },
        onlyIf: [
          { field: 'sensitive', isNot: [true] },
          { field: 'type', isNot: ['file'] },
        ],
      }),
    /** The ids of the tracks whose applicants are asked; by default everybody is. */
    tracks: z
      .array(line)
      .min(1, 'names no track')
      .optional()
      .meta({
        ...{ label: 'Only for the tracks', hint: 'Leave empty for everybody.' },
        optionsOf: { path: 'tracks', value: 'id', label: 'title' },
      }),
    /** Asked only of people who chose one of these answers to an earlier question. */
    onlyIf: z
      .strictObject({
        question: line.meta({
          ...{ label: 'Earlier question', hint: 'One with choices.' },
          optionsOf: { ...{ path: 'questions', value: 'id', label: 'label' }, onlyIf: withChoices },
        }),
        is: z
          .array(line)
          .min(1, 'names no answer')
          .meta({
            label: 'Answers',
            optionsOf: { path: 'questions', value: 'id', listOf: { entry: 'question', list: 'options' } },
          }),
      })
      .optional()
      .meta({ label: 'Ask only after certain answers to another question' }),
  })
  .superRefine(({ type, options, other, min, max, visibleTo, sensitive }, context) => {
    const refuse = (key: string, message: string) => createRefuser(context)([key], message);
    const hasOptions = type === 'choice' || type === 'several';
    if (hasOptions && !options?.length) refuse('options', 'must have at least one choice');
    if (!hasOptions && options) refuse('options', `must be left out for a question of the type ${type}`);
    if (!hasOptions && other) refuse('other', 'is only for a question with choices');
    if (options && new Set(options).size < options.length) refuse('options', 'must not name a choice twice');
    if (type !== 'number' && (min !== undefined || max !== undefined))
      refuse(min === undefined ? 'max' : 'min', 'is only for a question of the type number');
    if (min !== undefined && max !== undefined && min > max) refuse('min', 'is more than max');
    if (sensitive && visibleTo.length > 0)
      refuse('visibleTo', 'has to stay empty: organizers alone see a sensitive answer');
    if (type === 'file' && visibleTo.length > 0)
      refuse('visibleTo', 'has to stay empty: a file can have the name of its person');
  });

/** The settings for what applicants are asked beyond the specification's form. */
export const questionSettings = {
  questions: z
    .array(question)
    .max(60)
    .superRefine(withUnique('id'))
    .default([])
    .meta({ label: 'Questions', one: 'question', titleOf: 'label' }),
  /** The sizes to choose from, if not the specification's. */
  tShirtSizes: z
    .array(line.max(limits.text.tShirtSize, `is longer than ${limits.text.tShirtSize} characters`))
    .min(1, 'has no size')
    .max(30)
    .refine((sizes) => new Set(sizes).size === sizes.length, 'must not name a size twice')
    .optional()
    .meta({
      label: 'T-shirt sizes',
      hint: `One per line. Leave empty for ${tShirtSizes.join(', ')}.`,
    }),
  /** Suggestions for a question of type school; people can type any other. */
  schools: z
    .array(z.string())
    .max(100_000)
    .transform((names) => [...new Set(names.map(joinLines).filter(Boolean))])
    .default([])
    .meta({ label: 'Schools', hint: 'One per line. They are suggested; any other can be typed as well.' }),
  /**
   * Who needs a guardian, who is then asked by email: people who are younger than `under` by their answer to this question.
   */
  guardian: z
    .strictObject({
      question: line.meta({
        ...{ label: 'Question for the age', hint: 'A required question for a number or a date.' },
        optionsOf: {
          ...{ path: 'questions', value: 'id', label: 'label' },
          onlyIf: { field: 'type', is: ['number', 'date'] },
        },
      }),
      under: z.int('is not a number of years').min(1).max(99).default(18).meta({ label: 'Younger than' }),
    })
    .optional()
    .meta({
      label: 'Guardians of minors',
      hint: 'The parent or guardian of somebody under 18 gets an email, and says yes or no.',
    }),
};

type QuestionSettings = z.output<z.ZodObject<typeof questionSettings>>;

/** Refuses questions that refer to something that the event does not have. */
export function checkQuestions(
  { questions, guardian, tracks }: QuestionSettings & { tracks: readonly { id: string }[] },
  context: z.RefinementCtx,
): void {
  const refuseAt = createRefuser(context);
  for (const [at, asked] of questions.entries())
    for (const id of asked.tracks ?? [])
      if (!tracks.some((track) => track.id === id))
        refuseAt(['questions', at, 'tracks'], `must not name a track that the event does not have: ${id}`);
  for (const [at, { onlyIf }] of questions.entries()) {
    if (!onlyIf) continue;
    const path = ['questions', at, 'onlyIf'];
    const before = questions.slice(0, at).find(({ id }) => id === onlyIf.question);
    const unknown = onlyIf.is.find((answer) => !before?.options?.includes(answer));
    if (!before?.options)
      refuseAt([...path, 'question'], 'must be a question with choices that stands before');
    else if (unknown) refuseAt([...path, 'is'], `must not have an answer that is not a choice: ${unknown}`);
  }
  if (!guardian) return;
  const asked = questions.find(({ id }) => id === guardian.question);
  const refuse = (message: string) => refuseAt(['guardian', 'question'], message);
  if (!guardian.question)
    refuse(
      describeUnchosen(
        questions.some(({ type, required }) => required && (type === 'number' || type === 'date')),
        'a required question for a number or a date',
      ),
    );
  else if (!asked) refuse(`is not the id of a question: ${guardian.question}`);
  else if (asked.type !== 'number' && asked.type !== 'date')
    refuse('has to be a number (the age) or a date (of birth)');
  else if (!asked.required || asked.tracks || asked.onlyIf) refuse('has to be required of everybody');
}
