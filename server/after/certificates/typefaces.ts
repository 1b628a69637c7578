import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Font } from 'fontkit';
import { findFont } from '../../event/event-fonts.ts';
import type { Services } from '../../platform/services.ts';

// In the order in which a character is looked for; written by scripts/certificate-fonts.ts.
const own = [
  ...['latin', 'latin-ext', 'vietnamese'].map((subset) => `bricolage-grotesque-${subset}`),
  ...['latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari', 'latin'].map(
    (subset) => `noto-sans-${subset}`,
  ),
].map((name) => path.join(import.meta.dirname, 'fonts', `${name}.ttf`));

export interface Typeface {
  /** Its name in a document. */
  key: string;
  content: Buffer;
  font: Font;
}

/** A piece of text that one typeface has whole. */
export interface Run {
  text: string;
  typeface: Typeface;
}

/** Reads the typefaces of the certificates, and then the event's uploaded ones. */
export async function loadTypefaces(services: Pick<Services, 'db' | 'files'>, names: readonly string[]) {
  // The library is large: it is loaded with the first certificate.
  const { create } = await import('fontkit');
  const files = await Promise.all([
    ...own.map(async (file) => {
      const content = await readFile(file);
      return { content, font: create(content) as Font };
    }),
    ...names.map((name) => findFont(name, services)),
  ]);
  return files.filter((file) => file !== undefined).map((file, at) => ({ ...file, key: `typeface-${at}` }));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function findTypeface(typefaces: readonly Typeface[], grapheme: string): Typeface | undefined {
  return typefaces.find(({ font }) =>
    [...grapheme].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0)!)),
  );
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns a run in the order in which it is drawn, from left to right: the library turns the letters of a word, not the words. */
function toVisualOrder(run: Run): Run[] {
  if (!rightToLeft.test(run.text)) return [run];
  const words = run.text.split(/( )/).filter(Boolean);
  return words.reverse().map((text) => ({ ...run, text }));
}

/** Splits a text into runs from left to right, each in the first typeface that has it; `missing` are the characters that none has. */
export function splitIntoRuns(
  typefaces: readonly Typeface[],
  text: string,
): { runs: Run[]; missing: string } {
  const runs: Run[] = [];
  const missing = new Set<string>();
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const last = runs.at(-1);
    // A space stays with its word, so that a word of another script is one run.
    const typeface = findTypeface(last ? [last.typeface, ...typefaces] : typefaces, segment);
    if (!typeface) missing.add(segment);
    else if (last?.typeface === typeface) last.text += segment;
    else runs.push({ text: segment, typeface });
  }
  return { runs: runs.flatMap(toVisualOrder), missing: [...missing].join(' ') };
}
