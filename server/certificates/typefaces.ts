import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Font } from 'fontkit';

// In the order in which a character is looked for; written by scripts/certificate-fonts.ts.
const own = [
  ...['latin', 'latin-ext', 'vietnamese'].map((subset) => `bricolage-grotesque-${subset}`),
  ...['latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'].map(
    (subset) => `noto-sans-${subset}`,
  ),
].map((name) => path.join(import.meta.dirname, 'fonts', `${name}.ttf`));
const eventFonts = path.join(import.meta.dirname, '..', '..', 'event', 'fonts');

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

/** Reads the typefaces of the certificates, and then the event's own. Throws when one cannot be read. */
export async function loadTypefaces(names: readonly string[]): Promise<Typeface[]> {
  // The library is large: it is loaded with the first certificate.
  const { create } = await import('fontkit');
  const files = [...own, ...names.map((name) => path.join(eventFonts, name))];
  return Promise.all(
    files.map(async (file, at) => {
      const content = await readFile(file);
      return { key: `typeface-${at}`, content, font: create(content) as Font };
    }),
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function findTypeface(typefaces: readonly Typeface[], grapheme: string): Typeface | undefined {
  return typefaces.find(({ font }) =>
    [...grapheme].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0)!)),
  );
}

/** Splits a text into runs, each in the first typeface that has it; `missing` are the characters that none has. */
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
  return { runs, missing: [...missing].join(' ') };
}
