import path from 'node:path';
import { colors, themeColors } from '../../contract/platform/colors.ts';
import { type PreviewTask, typefaces } from './preview-picture.ts';

// Imported by the path that the parent passes: resolving a package reads more folders than this process may.
const [library, folder = ''] = process.argv.slice(2);
const { default: sharp }: typeof import('sharp') = await import(String(library));

const size = { width: 1200, height: 630 };
const margin = 72;
const { paper, ink, tangerine } = colors;
const print = { left: 636, top: 116, width: 480, height: 360, frame: 4, shadow: 14 };
const column = print.left - margin - 48;
/** The smallest size of letters in pixels. */
const smallest = 20;

process.on('message', async (task: PreviewTask) => {
  process.send?.(await draw(task));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

interface Line {
  text: string;
  face: keyof typeof typefaces;
  color: string;
  /** The largest size in pixels; it shrinks until it fits the box. */
  pixels: number;
  box: { width: number; height: number };
}

/** Renders text as an image, as large as its box allows, in lines of about the same length. */
async function renderText({ text, face, color, pixels, box }: Line) {
  const { file, name } = typefaces[face];
  const fontfile = path.join(folder, `${file}.ttf`);
  // Lines break at spaces alone, and none begins with a slash or a dash.
  const bound = text.replace(/ (?=[^\p{L}\p{N}\s]+ )/gu, '\u00a0').replace(/\p{P}(?=\S)/gu, '$&\u2060');
  const escaped = bound.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const render = (size: number, width: number) =>
    sharp({
      text: {
        text: `<span foreground="${color}">${escaped}</span>`,
        // The comma ends the name, whose last word would be read as a style.
        font: `${name}, ${size}`,
        fontfile,
        rgba: true,
        width,
        wrap: size > smallest ? 'word' : 'word-char',
        // One point is one pixel.
        dpi: 72,
        spacing: face === 'display' ? -Math.round(size * 0.12) : 0,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  for (let size = pixels; ; size -= 4) {
    let { data, info } = await render(size, box.width);
    const fits = info.width <= box.width && info.height <= box.height;
    if (!fits && size > smallest) continue;
    // Without the parts of letters below the line.
    const highest = info.height + size / 2;
    for (let width = info.width - 8; width > 0; width -= 8) {
      const narrower = await render(size, width);
      if (narrower.info.width > width || narrower.info.height > highest) break;
      ({ data, info } = narrower);
    }
    return { content: data, height: info.height };
  }
}

/**
 * Draws the preview picture of shared links (PNG, 1200 × 630): date, place and name beside the first illustration, in the
 * site's typefaces; characters that they lack use the machine's.
 */
async function draw({ name, tagline, place, dates }: PreviewTask): Promise<Buffer> {
  const common = { color: ink, box: { width: column, height: 130 } };
  const lines = [
    await renderText({
      ...common,
      text: `${dates}\n${place}`,
      face: 'mono',
      color: themeColors['accent-text'][0],
      pixels: 24,
      box: { width: column, height: 60 },
    }),
    await renderText({
      ...common,
      text: name,
      face: 'display',
      pixels: 112,
      box: { width: column, height: 260 },
    }),
    await renderText({ ...common, text: tagline, face: 'sans', pixels: 32 }),
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
  return sharp(block(size.width, size.height, paper))
    .composite([
      { input: block(...framed, tangerine), left: print.left + print.shadow, top: print.top + print.shadow },
      { input: block(...framed, ink), left: print.left, top: print.top },
      {
        input: path.join(folder, 'illustration.png'),
        left: print.left + print.frame,
        top: print.top + print.frame,
      },
      ...words,
    ])
    .png({ palette: true })
    .toBuffer();
}
