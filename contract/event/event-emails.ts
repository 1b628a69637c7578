import { z } from 'zod';
import { limits } from '../limits.ts';
import { findUnknownWord, joinLines } from '../platform/text-rules.ts';

/** The emails whose words an organizer can change: about an application, in the order in which people get them. */
export const emailKinds = ['received', 'approved', 'waitlisted', 'rejected'] as const;
export type EmailKind = (typeof emailKinds)[number];

/** The words of an email that stand for something of its receiver or of the event. */
export const emailPlaceholders = ['{name}', '{event}', '{dates}', '{place}'] as const;

const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is missing')
    .max(max, `is longer than ${max} characters`)
    .superRefine((typed, context) => {
      const unknown = findUnknownWord(typed, emailPlaceholders);
      if (unknown) context.addIssue(`has ${unknown}, which is not one of ${emailPlaceholders.join(', ')}`);
    });

/** An email in the organizers' own words: paragraphs with an empty line between them. */
export const ownEmail = z.strictObject({
  subject: words(limits.announcement.subject).overwrite(joinLines),
  text: words(limits.announcement.text),
});
export type OwnEmail = z.infer<typeof ownEmail>;

/** Emails in the organizers' own words; the others are as the program writes them. */
export const emails = z.strictObject({
  received: ownEmail.optional(),
  approved: ownEmail.optional(),
  waitlisted: ownEmail.optional(),
  rejected: ownEmail.optional(),
});
