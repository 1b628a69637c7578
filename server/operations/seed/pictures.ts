import type { Rng } from './random.ts';

const inks = ['#14183a', '#e4572e', '#2a9d8f', '#f2b134', '#5b5f97', '#bc4749', '#fbf6ea', '#3d5a80'];

/** A picture as it would be after an upload: a JPEG, a WebP for lists, and its size in pixels. */
export interface SeedPicture {
  picture: Buffer;
  thumbnail: Buffer;
  width: number;
  height: number;
}

function drawShapes(rng: Rng, width: number, height: number): string {
  const [ground, ...others] = rng.sample(inks, 4);
  const shapes = Array.from({ length: 7 }, () => {
    const [x, y, size] = [rng.int(width), rng.int(height), 60 + rng.int(220)];
    const fill = rng.pick(others);
    return rng.happens(0.5)
      ? `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${fill}"/>`
      : `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="24" fill="${fill}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${ground}"/>${shapes.join('')}</svg>`;
}

/** Draws pictures of projects, some of them upright as a phone's screen. */
export async function drawPictures(rng: Rng, count: number): Promise<SeedPicture[]> {
  const { default: sharp } = await import('sharp');
  const sizes = Array.from({ length: count }, (_, index) => (index % 5 === 4 ? [450, 975] : [1200, 800]));
  const drawings = sizes.map(([width = 0, height = 0]) => ({
    svg: Buffer.from(drawShapes(rng, width, height)),
    width,
    height,
  }));
  return Promise.all(
    drawings.map(async ({ svg, width, height }) => ({
      picture: await sharp(svg).flatten().jpeg({ quality: 82 }).toBuffer(),
      thumbnail: await sharp(svg).flatten().resize(640, 800, { fit: 'inside' }).webp().toBuffer(),
      width,
      height,
    })),
  );
}
