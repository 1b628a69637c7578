import { z } from 'zod';
import { limits } from '../limits.ts';
import { findUnknownWord, joinLines } from '../platform/text-rules.ts';

/** The emails that organizers can reword: those about an application, in the order in which people get them. */
export const emailKinds = ['received', 'approved', 'waitlisted', 'rejected'] as const;
export type EmailKind = (typeof emailKinds)[number];

/** The placeholders of an email, for its receiver or the event. */
const emailPlaceholders = ['{name}', '{event}', '{dates}', '{place}'] as const;

function describeUnknown(typed: string): string | undefined {
  const unknown = findUnknownWord(typed, emailPlaceholders);
  return unknown && `has ${unknown}, which is not one of ${emailPlaceholders.join(', ')}`;
}

const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is missing')
    .max(max, `is longer than ${max} characters`)
    .superRefine((typed, context) => {
      // A stored event may have two words in braces, which are refused when the emails are saved the next time.
      const mistake = describeUnknown(typed.replace(/\{[^{}]*\s[^{}]*\}/g, ''));
      if (mistake) context.addIssue(mistake);
    });

/** An email in the organizers' own words, with a blank line between paragraphs. */
export const ownEmail = z.strictObject({
  subject: words(limits.announcement.subject).overwrite(joinLines).meta({ label: 'Subject' }),
  text: words(limits.announcement.text).meta({
    ...{ label: 'Text', kind: 'long' },
    hint: `${emailPlaceholders.join(', ')} are filled in for each person. An empty line begins a paragraph.`,
  }),
});
export type OwnEmail = z.infer<typeof ownEmail>;

/** An email in the organizers' own words that starts from a suggested text. */
const createOwnEmail = (label: string, subject: string, body: string) =>
  ownEmail.optional().meta({
    ...{ label, hasPreview: true },
    initial: { subject, text: `Hello {name},\n\n${body}` },
  });

/** The emails that organizers reworded; all others are the program's own. */
export const emails = z.strictObject({
  received: createOwnEmail(
    'Custom email when an application arrives',
    'Application received: {event}',
    'Thank you for applying to {event}, {dates} at {place}. We will read it and write to you.',
  ),
  approved: createOwnEmail(
    'Custom email for an approval',
    'You are in: {event}',
    'Your application is approved. {event} takes place {dates} at {place}.',
  ),
  waitlisted: createOwnEmail(
    'Custom email for the waitlist',
    'You are on the waitlist: {event}',
    'We would like to have you at {event}, but every place is taken. You get an email as soon as one is free.',
  ),
  rejected: createOwnEmail(
    'Custom email for a rejection',
    'Your application to {event}',
    'Thank you for applying to {event}. This time we have no place for you.',
  ),
});

/** Returns what is wrong with the placeholders of reworded emails, by path in the event. */
export const listUnknownPlaceholders = (reworded: z.infer<typeof emails> = {}): Record<string, string> =>
  Object.fromEntries(
    emailKinds.flatMap((kind) =>
      (['subject', 'text'] as const).flatMap((part) => {
        const mistake = describeUnknown(reworded[kind]?.[part] ?? '');
        return mistake ? [[`emails.${kind}.${part}`, mistake]] : [];
      }),
    ),
  );
