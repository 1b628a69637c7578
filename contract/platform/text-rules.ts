import { z } from 'zod';
import { normalizeUnicode } from '../../packages/text/fold-text.ts';

// Characters that are invisible, change the direction of text, or replace one that was lost (U+FFFD, which imports refuse).
// The zero-width joiners stay: scripts and emoji need them.
const unwanted =
  /[\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFD]/gu;
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]/u;
const control = /\p{Cc}/u;
const controlExceptBreaks = /[^\P{Cc}\n\t]/u;

/** Returns whether a string can be stored and read back unchanged: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Returns a text as one line: each line break, or other control character, becomes a space. */
export function joinLines(text: string): string {
  return text.replace(/\s*[\p{Cc}\u2028\u2029][\p{Cc}\s]*/gu, ' ').trim();
}

/** Returns a single line as NFC, without unwanted characters, white space collapsed and trimmed; empty if nothing shows. */
export function cleanLine(text: string): string {
  const clean = normalizeUnicode(text, 'NFC').replace(unwanted, '').replace(/\s+/gu, ' ').trim();
  return visible.test(clean) ? clean : '';
}

/** Returns a longer text as NFC with LF, without unwanted characters, trimmed; empty if nothing shows. */
export function cleanParagraph(text: string): string {
  const clean = normalizeUnicode(text, 'NFC').replace(/\r\n?/g, '\n').replace(unwanted, '').trim();
  return visible.test(clean) ? clean : '';
}

// What is wrong with a text, to follow the field's name.
const unusable = 'has a character that cannot be used';

function lengthProblem(clean: string, max: number): string | undefined {
  return [...clean].length > max ? `is longer than ${max} characters` : undefined;
}

/** Returns what is wrong with a single-line text of 1 to `max` code points; undefined if it is valid. */
export function lineProblem(text: string, max: number): string | undefined {
  if (!isStorable(text) || control.test(text.replace(/[\t\r\n]/g, ' '))) return unusable;
  const clean = cleanLine(text);
  return clean === '' ? 'is missing' : lengthProblem(clean, max);
}

/** Returns what is wrong with a multi-line text of at most `max` code points; undefined if it is valid. */
export function noteProblem(text: string, max: number): string | undefined {
  const clean = cleanParagraph(text);
  if (!isStorable(clean) || controlExceptBreaks.test(clean)) return unusable;
  return lengthProblem(clean, max);
}

/** Returns the first unknown placeholder, such as `{nope}` or `{first name}`; undefined when there is none. */
export function findUnknownWord(typed: string, known: readonly string[]): string | undefined {
  return typed.match(/\{\s?[^{}\s]+(\s[^{}\s]+)?\s?\}/g)?.find((word) => !known.includes(word));
}

/** Schema of a text that is refused with its problem, and cleaned otherwise. */
function createTextSchema(problemOf: (text: string) => string | undefined, clean: (text: string) => string) {
  return z
    .string()
    .superRefine((text, context) => {
      const problem = problemOf(text);
      if (problem) context.addIssue(problem);
    })
    .transform(clean);
}

/** Schema of a single-line text of 1 to `max` code points, cleaned. */
export function lineSchema(max: number) {
  return createTextSchema((text) => lineProblem(text, max), cleanLine);
}

/** Schema of a single-line text of at most `max` code points, cleaned; it may be empty. */
export function optionalLineSchema(max: number) {
  return createTextSchema(
    (text) => (cleanLine(text) === '' && isStorable(text) ? undefined : lineProblem(text, max)),
    cleanLine,
  );
}

/** Schema of a multi-line text of at most `max` code points, cleaned; it may be empty. */
export function noteSchema(max: number) {
  return createTextSchema((text) => noteProblem(text, max), cleanParagraph);
}

/**
 * Returns an email address in lower case; undefined when it is not one. After NFKC it has exactly one `@`, no control
 * character, space, comma, double quote or bracket, and an apostrophe only before the `@`. A curly apostrophe, as phones
 * type it, counts as a straight one. A domain in any script is returned in its ASCII form (`xn--`).
 */
export function parseEmail(sent: string): string | undefined {
  const typed = normalizeUnicode(sent, 'NFKC').trim().replace(/[‘’ʼ]/g, "'");
  const at = typed.lastIndexOf('@') + 1;
  const text = typed.slice(0, at) + toAsciiDomain(typed.slice(at, at + 254));
  return new TextEncoder().encode(text).length <= 254 &&
    /^[^\s@,;:"<>()[\]\\\p{Cc}\p{Cf}]+@[^\s@,;:"'<>()[\]\\\p{Cc}\p{Cf}]+\.[^\s@,;:"'<>()[\]\\.\p{Cc}\p{Cf}]+$/u.test(
      text,
    )
    ? text.toLowerCase()
    : undefined;
}

/** Returns a domain in ASCII; an empty text when it is not a domain in any script. */
function toAsciiDomain(domain: string): string {
  if (/^[ -~]*$/.test(domain)) return domain;
  const url = `http://${domain}`;
  return !/[/?#%:\\]/.test(domain) && URL.canParse(url) ? new URL(url).hostname : '';
}

export const emailAddress = z
  .string()
  .max(512)
  .transform((text, context) => {
    const email = parseEmail(text);
    if (email === undefined) context.addIssue('Please enter a valid email address');
    return email ?? z.NEVER;
  });
