import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  fonts: 'Writes the three typefaces into web/fonts, with the characters and weights in use only.',
});

const faces = [
  { name: 'bricolage-grotesque', weights: { min: 400, max: 800 } },
  { name: 'instrument-sans', weights: { min: 400, max: 700 } },
  { name: 'martian-mono', weights: { min: 400, max: 600 } },
];

// For all other characters web/styles/fonts.css lists the full files, by unicode-range.
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join('');
const punctuation = '\u00a0–—‘’“”•…→←·©×';

for (const { name, weights } of faces) {
  const file = new URL(
    import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`),
  );
  const subset = await subsetFont(await readFile(file), ascii + punctuation, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: ['kern', 'liga', 'tnum', 'ccmp', 'locl', 'mark'],
    noHinting: true,
  });
  await writeFile(new URL(`../web/fonts/${name}.woff2`, import.meta.url), subset);
  console.warn(`${name}: ${(subset.length / 1024).toFixed(1)} KB`);
}
