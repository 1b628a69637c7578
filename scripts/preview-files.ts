import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { typefaces } from '../server/event/preview-picture.ts';

const letters = Array.from({ length: 0x180 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).join('');
const illustration = path.join(import.meta.dirname, '../web/art/doors.svg');

/** Writes what the program needs to draw preview pictures: the typefaces in the weights used, and the illustration. */
export async function writePreviewFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { file, weight } of Object.values(typefaces)) {
    const source = import.meta.resolve(`@fontsource-variable/${file}/files/${file}-latin-wght-normal.woff2`);
    const cut = await subsetFont(await readFile(new URL(source)), `${letters}–—‘’“”•…→←`, {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
    });
    await writeFile(path.join(folder, `${file}.ttf`), cut);
  }
  const drawn = await sharp(illustration).resize(480, 360, { fit: 'cover' }).png().toBuffer();
  await writeFile(path.join(folder, 'illustration.png'), drawn);
}
