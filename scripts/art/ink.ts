import { colors, themeColors } from '../../contract/platform/colors.ts';

/** Drawing functions of the illustrations: three inks on paper, flat shapes, and halftone dots in one path per ink. */
export const width = 960;
export const height = 720;
const inks = { ...colors, deep: themeColors.bg[1] };
type Ink = keyof typeof inks;

/** Returns a seeded random number generator (mulberry32), so that an illustration is the same in every build. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const tone = (value: number) => Math.max(0, Math.min(1, value));

export const rect = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h-${w}z`;
export const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;

/** Paths of halftone dots, by diameter. A dot is a line of length zero with round ends, the shortest way to write one. */
type Dots = Map<number, string>;

/** Returns dots on a rotated grid, sized by `shade(x, y)` from 0 to 1; `pitch` in units of the illustration, `angle` in degrees. */
export function halftone(
  shade: (x: number, y: number) => number,
  { pitch = 15, angle = 15, max = 0.62 } = {},
): Dots {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const reach = Math.hypot(width, height) / 2;
  const dots: Dots = new Map();
  for (let v = -reach; v < reach; v += pitch) {
    for (let u = -reach; u < reach; u += pitch) {
      const x = width / 2 + u * cos - v * sin;
      const y = height / 2 + u * sin + v * cos;
      if (x < -pitch || y < -pitch || x > width + pitch || y > height + pitch) continue;
      const depth = shade(x, y);
      const diameter = Math.round(Math.min(1, Math.sqrt(depth)) * max * pitch * 4) / 2;
      if (depth <= 0.03 || diameter < 1) continue;
      dots.set(diameter, `${dots.get(diameter) ?? ''}M${Math.round(x)} ${Math.round(y)}h0`);
    }
  }
  return dots;
}

function layer(shape: string | Dots, ink: Ink, attributes = ''): string {
  if (typeof shape === 'string') return `<path d="${shape}" fill="${inks[ink]}"${attributes}/>`;
  const paths = [...shape].map(([diameter, path]) => `<path stroke-width="${diameter}" d="${path}"/>`);
  return `<g stroke="${inks[ink]}" stroke-linecap="round"${attributes}>${paths.join('')}</g>`;
}

/** Returns a layer that covers what is under it. */
export const flat = (shape: string | Dots, ink: Ink) => layer(shape, ink);

/** Returns a layer that blends with what is under it, like printing ink; `shift` is the misregistration. */
export function over(
  shape: string | Dots,
  ink: Ink,
  { opacity = 1, shift = [0, 0] as [number, number] } = {},
): string {
  const see = opacity < 1 ? ` opacity="${opacity}"` : '';
  const move = shift[0] || shift[1] ? ` transform="translate(${shift.join(' ')})"` : '';
  return layer(shape, ink, `${see}${move} class="m"`);
}

/** Returns an illustration as SVG; without `ground`, its background is transparent. */
export function print(ground: Ink | undefined, layers: string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    '<style>.m{mix-blend-mode:multiply}.s{isolation:isolate}</style>',
    ground ? `<path d="M0 0h${width}v${height}H0z" fill="${inks[ground]}"/>` : '',
    `<g class="s">${layers.join('')}</g></svg>\n`,
  ].join('');
}
