/** Cuts the typefaces of the certificates to one weight: `node scripts/certificate-fonts.ts` writes server/after/certificates/fonts. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';

const folder = new URL('../server/after/certificates/fonts/', import.meta.url);
const display = (subset: string) => ({
  name: `bricolage-grotesque-${subset}`,
  source: `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${subset}-wght-normal.woff2`,
  axes: { wght: 700 },
});
const noto = (subset: string) => ({
  name: `noto-sans-${subset}`,
  source: `@fontsource/noto-sans/files/noto-sans-${subset}-700-normal.woff2`,
  axes: {},
});

// In the order in which a certificate looks for a character's glyph.
const faces = [
  ...['latin', 'latin-ext', 'vietnamese'].map(display),
  ...['latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari', 'latin'].map(noto),
];

await mkdir(folder, { recursive: true });
for (const { name, source, axes } of faces) {
  const content = await readFile(new URL(import.meta.resolve(source)));
  const font = create(content) as Font;
  const characters = String.fromCodePoint(...font.characterSet);
  const cut = await subsetFont(content, characters, { targetFormat: 'truetype', variationAxes: axes });
  await writeFile(new URL(`${name}.ttf`, folder), cut);
  console.warn(`${name}: ${(cut.length / 1024).toFixed(1)} KB`);
}
