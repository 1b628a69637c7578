import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import type { Event } from '../contract/event/event.ts';
import { colors, themeColors } from '../contract/platform/colors.ts';

const cache = path.join(import.meta.dirname, '../.cache/type');
const size = { width: 1200, height: 630 };
const margin = 72;
const { paper, ink, tangerine } = colors;
const print = { left: 636, top: 116, width: 480, height: 360, frame: 4, shadow: 14 };
const column = print.left - margin - 48;

// Each typeface in the weight that is used, by the name in its file.
const faces = {
  mono: { file: 'martian-mono', weight: 500, name: 'Martian Mono SemiExpanded' },
  display: { file: 'bricolage-grotesque', weight: 700, name: 'Bricolage Grotesque 96pt ExtraBold' },
  sans: { file: 'instrument-sans', weight: 500, name: 'Instrument Sans' },
};
const letters = Array.from({ length: 0x180 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).join('');

interface Line {
  text: string;
  face: keyof typeof faces;
  color: string;
  /** The largest size in pixels; it shrinks until it fits the box. */
  pixels: number;
  box: { width: number; height: number };
}

/** Writes a typeface as a file that sharp can read. The file stays, because sharp may read it again. */
async function writeTypeface({ file, weight }: (typeof faces)[Line['face']]): Promise<string> {
  const source = import.meta.resolve(`@fontsource-variable/${file}/files/${file}-latin-wght-normal.woff2`);
  const written = path.join(cache, `${file}-${weight}.ttf`);
  const cut = await subsetFont(await readFile(new URL(source)), `${letters}–—‘’“”•…→←`, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
  await mkdir(cache, { recursive: true });
  await writeFile(written, cut);
  return written;
}

/** Renders text as an image, as large as its box allows. */
async function renderText({
  text,
  face,
  color,
  pixels,
  box,
}: Line): Promise<{ content: Buffer; height: number }> {
  const fontfile = await writeTypeface(faces[face]);
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  for (let size = pixels; ; size -= 4) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}">${escaped}</span>`,
        // The comma ends the name, whose last word would be read as a style.
        font: `${faces[face].name}, ${size}`,
        fontfile,
        rgba: true,
        width: box.width,
        // One point is one pixel.
        dpi: 72,
        spacing: -Math.round(size * 0.12),
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    const fits = info.width <= box.width && info.height <= box.height;
    if (fits || size <= 20) return { content: data, height: info.height };
  }
}

/**
 * Renders the preview image of shared links (PNG, 1200 × 630): date, place and name beside the first illustration, in the
 * site's typefaces; characters that they lack use the machine's.
 */
export async function sharePicture(event: Event, printFile: string): Promise<Buffer> {
  const common = { color: ink, box: { width: column, height: 130 } };
  const lines = [
    await renderText({
      ...common,
      text: `${event.dates.label} · ${event.place}`,
      face: 'mono',
      color: themeColors['accent-text'][0],
      pixels: 24,
      box: { width: column, height: 60 },
    }),
    await renderText({
      ...common,
      text: event.name,
      face: 'display',
      pixels: 112,
      box: { width: column, height: 260 },
    }),
    await renderText({ ...common, text: event.tagline, face: 'sans', pixels: 32 }),
  ];
  const gap = 32;
  const total = lines.reduce((sum, { height }) => sum + height + gap, -gap);
  let top = Math.round((size.height - total) / 2);
  const words = lines.map(({ content, height }) => {
    const placed = { input: content, left: margin, top };
    top += height + gap;
    return placed;
  });
  const block = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  });
  const framed = [print.width + 2 * print.frame, print.height + 2 * print.frame] as const;
  const drawn = await sharp(printFile).resize(print.width, print.height, { fit: 'cover' }).png().toBuffer();
  return sharp(block(size.width, size.height, paper))
    .composite([
      { input: block(...framed, tangerine), left: print.left + print.shadow, top: print.top + print.shadow },
      { input: block(...framed, ink), left: print.left, top: print.top },
      { input: drawn, left: print.left + print.frame, top: print.top + print.frame },
      ...words,
    ])
    .png({ palette: true })
    .toBuffer();
}
