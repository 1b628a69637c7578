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
