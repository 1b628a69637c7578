import { z } from 'zod';

// Invisible and direction-changing characters; the zero-width joiners stay, because scripts and emoji need them.
const invisible =
  /[\u00AD\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u3164\uFEFF\uFFA0]/gu;
const control = /\p{Cc}/u;
const controlButBreaks = /[^\P{Cc}\n\t]/u;

/** True when a string can be stored and read back unchanged: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

// Sorting the marks of one letter takes quadratic time. No language writes more than a few.
const manyMarks = /(\p{M}{30})\p{M}+/gu;

/** Normalizes a text in linear time: at most 30 combining marks on a letter, as in the stream-safe format of UAX 15. */
export function normalizeUnicode(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(manyMarks, '$1').normalize(form);
}

/** One line as people meant it: NFC, without invisible characters, white space collapsed and trimmed. */
export function cleanLine(text: string): string {
  return normalizeUnicode(text, 'NFC').replace(invisible, '').replace(/\s+/gu, ' ').trim();
}

/** A longer text as people meant it: NFC, CRLF as LF, without invisible characters, trimmed. */
export function cleanParagraph(text: string): string {
  return normalizeUnicode(text, 'NFC').replace(/\r\n?/g, '\n').replace(invisible, '').trim();
}

function fits(max: number) {
  return (text: string) => [...text].length <= max && new TextEncoder().encode(text).length <= max * 4;
}

/** Schema of a single-line text of 1 to `max` code points, cleaned. */
export function line(max: number) {
  return z
    .string()
    .refine(
      (text) => isStorable(text) && !control.test(text.replace(/[\t\r\n]/g, ' ')),
      'has a character that cannot be used',
    )
    .transform(cleanLine)
    .refine((text) => text.length > 0, 'is missing')
    .refine(fits(max), `is longer than ${max} characters`);
}

/** Schema of a text of several lines that may be left empty, at most `max` code points, cleaned. */
export function note(max: number) {
  return z
    .string()
    .transform(cleanParagraph)
    .refine((text) => isStorable(text) && !controlButBreaks.test(text), 'has a character that cannot be used')
    .refine(fits(max), `is longer than ${max} characters`);
}

/** Schema of a text of several lines, 1 to `max` code points, cleaned. */
export function paragraph(max: number) {
  return note(max).refine((text) => text.length > 0, 'is missing');
}

/** Schema of an e-mail address: NFKC first, then exactly one `@`, no control, space, comma, quote or angle bracket, the domain lower-cased. */
export const emailAddress = z
  .string()
  .max(512)
  .transform((text) => normalizeUnicode(text, 'NFKC').trim())
  .refine(
    (text) =>
      new TextEncoder().encode(text).length <= 254 &&
      /^[^\s@,;:"'<>()[\]\\\p{Cc}\p{Cf}]+@[^\s@,;:"'<>()[\]\\\p{Cc}\p{Cf}]+\.[^\s@,;:"'<>()[\]\\.\p{Cc}\p{Cf}]+$/u.test(
        text,
      ),
    'Please enter a valid email address',
  )
  .transform((text) => text.toLowerCase());
