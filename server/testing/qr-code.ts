import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** Returns the text of a QR code that the program drew as a data URL. */
export async function readQrImage(image: string): Promise<string> {
  const svg = Buffer.from(image.replace('data:image/svg+xml;base64,', ''), 'base64');
  const [code] = await readBarcodes(await sharp(svg, { density: 600 }).png().toBuffer());
  return code?.text ?? '';
}
