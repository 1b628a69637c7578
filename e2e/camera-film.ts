import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';

const WIDTH = 640;
const HEIGHT = 480;
const CODE = 420;
const FRAMES_PER_SECOND = 5;
const WALL = { r: 200, g: 200, b: 200 };
const GREY = 128;

/** A part of a film: a picture held into the camera, or an empty wall. */
export interface Scene {
  /** The picture as a data URL, such as the `qrCode` of a person. */
  picture?: string;
  seconds: number;
}

/** Returns the picture of a QR code with `text`, for a scene. */
export function decodeQrCode(text: string): Promise<string> {
  return QRCode.toDataURL(text, { scale: 8 });
}

/**
 * Returns a function that writes the film that Chromium's camera shows in a loop, from the next time that a page opens the
 * camera. All films of a test file have one path and so share a browser; they are deleted after its tests. They are Y4M,
 * because Chromium keeps its frame rate.
 */
export function useFilms(): (scenes: Scene[]) => Promise<string> {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'overnight-films-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return async (scenes) => {
    const film = path.join(folder, 'camera.y4m');
    // A camera that is still open keeps showing the previous film.
    await rename(await writeFilm(path.join(folder, 'next.y4m'), scenes), film);
    return film;
  };
}

export async function writeFilm(file: string, scenes: Scene[]): Promise<string> {
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`;
  const color = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  const parts: Uint8Array[] = [Buffer.from(header)];
  for (const { picture, seconds } of scenes) {
    const light = await frame(picture);
    for (let shown = 0; shown < seconds * FRAMES_PER_SECOND; shown += 1)
      parts.push(Buffer.from('FRAME\n'), light, color);
  }
  await writeFile(file, Buffer.concat(parts));
  return file;
}

async function frame(picture: string | undefined): Promise<Buffer> {
  const wall = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: WALL } });
  if (picture) {
    const image = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
    const code = await sharp(image, { density: 600 })
      .resize(CODE, CODE, { kernel: 'nearest' })
      .png()
      .toBuffer();
    wall.composite([{ input: code, gravity: 'centre' }]);
  }
  return wall.toColourspace('b-w').raw().toBuffer();
}
