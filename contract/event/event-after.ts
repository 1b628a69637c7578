import { z } from 'zod';
import { createRefuser, describeUnchosen, idMeta, withUnique } from './event-parts.ts';
import { formId, isUploaded, line, moment, slug } from './event-values.ts';

/** A question of the feedback form: 1 to 5, or free text. */
const feedbackQuestion = z.strictObject({
  key: slug.meta({ ...idMeta, hint: 'For exports, such as good-food.' }),
  label: line
    .refine((label) => label.length <= 200, 'is longer than 200 characters')
    .meta({ label: 'Question' }),
  type: z.enum(['rating', 'text']).meta({ label: 'Answer', options: { rating: '1 to 5', text: 'Words' } }),
});
export type FeedbackQuestion = z.output<typeof feedbackQuestion>;

const usualQuestions: FeedbackQuestion[] = [
  { key: 'all-in-all', label: 'How was it, all in all?', type: 'rating' },
  { key: 'organization', label: 'How well was it organized?', type: 'rating' },
  { key: 'again', label: 'How likely are you to come again?', type: 'rating' },
  { key: 'good', label: 'What was good?', type: 'text' },
  { key: 'better', label: 'What should be better next time?', type: 'text' },
];

export const afterEventSettings = {
  /** Present if people who were checked in at the entrance get a certificate after the event. */
  certificates: z
    .strictObject({
      signedBy: line.optional().meta({ label: 'Signed by', hint: 'Such as Ada Lovelace, dean.' }),
      /** Uploaded typefaces for scripts that the built-in ones lack, such as Noto Sans JP. */
      fonts: z
        .array(
          line
            .refine(
              (name) => isUploaded(name) || /^[\w.-]+\.(ttf|otf|woff2?)$/i.test(name),
              'is not the name of a font file',
            )
            .meta({ kind: 'font' }),
        )
        .default([])
        .meta({
          label: 'Fonts',
          hint: 'For scripts that the certificates lack, such as Noto Sans JP: TTF, OTF or WOFF2.',
        }),
    })
    .optional()
    .meta({ label: 'Certificates of attendance' }),
  /** Present if people who were checked in at the entrance are asked for anonymous feedback. */
  feedback: z
    .strictObject({
      /** When it opens; by default when the event ends. */
      opensAt: moment.optional().meta({ label: 'Opens at', hint: 'Leave empty for the end of the event.' }),
      questions: z
        .array(feedbackQuestion)
        .min(1)
        .max(20)
        .superRefine(withUnique('key'))
        .default(usualQuestions)
        .meta({ label: 'Questions', one: 'question', titleOf: 'label' }),
    })
    .optional()
    .meta({ label: 'Feedback after the event' }),
  /** Present if people can agree to pass their resumes on to sponsors. */
  resumeBook: z
    .strictObject({
      /** The id of the agreement, which must be optional so that it can be revoked. */
      agreement: formId.meta({
        ...{ label: 'Agreement', hint: 'One that is not required.' },
        optionsOf: {
          ...{ path: 'agreements', value: 'id', label: 'title' },
          onlyIf: { field: 'required', isNot: [true] },
        },
      }),
    })
    .optional()
    .meta({ label: 'Resume book for sponsors' }),
};

type AfterEventSettings = z.output<z.ZodObject<typeof afterEventSettings>>;

/** Refuses a resume book without a revocable agreement. */
export function checkResumeBook(
  { resumeBook, agreements }: AfterEventSettings & { agreements: { id: string; required: boolean }[] },
  context: z.RefinementCtx,
): void {
  if (!resumeBook) return;
  const agreement = agreements.find(({ id }) => id === resumeBook.agreement);
  const refuse = (message: string) => createRefuser(context)(['resumeBook', 'agreement'], message);
  if (!resumeBook.agreement)
    refuse(
      describeUnchosen(
        agreements.some(({ required }) => !required),
        'an agreement that is not required, in Application form',
      ),
    );
  else if (!agreement) refuse(`is not one of agreements: ${resumeBook.agreement}`);
  else if (agreement.required) refuse('is required, but people must be able to revoke it');
}
