import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Returns a picture of one color, or of `noise`, as a JPEG, PNG or WebP. */
export function createTestPicture({
  format = 'png',
  width = 900,
  height = 600,
  color = '#2a6f97',
}: {
  format?: 'jpeg' | 'png' | 'webp';
  width?: number;
  height?: number;
  color?: string;
} = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer();
}

/** Returns a JPEG as a phone makes it: lying on its side, with the place where it was taken. */
export function createPhonePicture(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#bc4749' } })
    .withExif({ IFD0: { Make: 'Canary Phone' }, IFD3: { GPSLatitude: '33/1 38/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Returns a WebP that moves. */
export function createAnimatedPicture(): Promise<Buffer> {
  const frames = Buffer.alloc(2 * 16 * 16 * 3, 40).fill(200, 16 * 16 * 3);
  return sharp(frames, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

/** Returns a progressive JPEG of 800×600 whose last `scans - 1` scans are empty, each after the bytes `between`. */
export function createManyScans(scans: number, between = Buffer.alloc(0)): Buffer {
  const segment = (marker: number, ...bytes: number[]) =>
    Buffer.from([0xff, marker, 0, bytes.length + 2, ...bytes]);
  const table = (kind: number, symbol: number) => segment(0xc4, kind, 1, ...Array(15).fill(0), symbol);
  const blocks = 100 * 75;
  // The end of a band of blocks: a length of 4096 and what is left, in 12 bits.
  const run = (blocks - 4096).toString(2).padStart(12, '0');
  const empty = Buffer.from([
    Number.parseInt(`0${run.slice(0, 7)}`, 2),
    Number.parseInt(`${run.slice(7)}111`, 2),
  ]);
  const scan = Buffer.concat([between, segment(0xda, 1, 1, 0, 1, 63, 0), empty]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array(64).fill(1)),
    segment(0xc2, 8, 600 >> 8, 600 & 255, 800 >> 8, 800 & 255, 1, 1, 0x11, 0),
    table(0x00, 0),
    table(0x10, 0xc0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array(scans - 1).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Returns a small PNG before whose pixels this many texts stand, which unpack to 7.9 MB each. */
export function createPictureWithTexts(kind: 'zTXt' | 'iTXt', count: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const made = Buffer.alloc(12 + data.length);
    made.writeUInt32BE(data.length, 0);
    made.write(type, 4, 'latin1');
    data.copy(made, 8);
    made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length);
    return made;
  };
  const header = Buffer.from([0, 0, 0, 100, 0, 0, 0, 100, 8, 2, 0, 0, 0]);
  const start = Buffer.from(kind === 'zTXt' ? 'a\0\0' : 'a\0\x01\0\0\0');
  const text = chunk(kind, Buffer.concat([start, deflateSync(Buffer.alloc(7_900_000, ' '))]));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...Array(count).fill(text),
    chunk('IDAT', deflateSync(Buffer.alloc(100 * 301))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
