import { drawCode, printCode } from './code.ts';
import { disc, flat, halftone, height, over, print, random, rect, tone, width } from './ink.ts';

/** Slow at both ends: 0 to 1 for a share of a scene from 0 to 1. */
const ease = (share: number) => share * share * (3 - 2 * share);

const move = (layers: string, x: number, y: number, turn: number) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})">${layers}</g>`;

/** The sun comes up over the campus, and the last windows go dark. */
function sunrise(share: number): string {
  const next = random(20);
  let [buildings, windows] = ['', ''];
  for (let x = 0; x < width; ) {
    const wide = Math.floor(70 + next() * 90);
    const tall = Math.floor(150 + next() * 230);
    buildings += rect(x, height - tall, wide, tall);
    for (let y = height - tall + 26; y < height - 30; y += 34)
      for (let left = x + 16; left < x + wide - 18; left += 28)
        if (next() > 0.3 + share * 0.5) windows += rect(left, y, 12, 16);
    x += wide + 6;
  }
  const sun = 640 - 360 * ease(share);
  return print('paper', [
    over(
      halftone((_, y) => tone(1 - y / 640) * 0.15 + tone(1 - y / 640) * 0.4 * share),
      'butter',
    ),
    over(disc(620, Math.round(sun), 170), 'tangerine', { shift: [5, -3] }),
    flat(buildings, 'night'),
    flat(windows, 'butter'),
  ]);
}

/** Lines of code are written, and the pointer follows them. */
function coding(share: number): string {
  const next = random(5);
  const { bars, end } = drawCode(next, {
    ...{ rows: 10, step: 44, thick: 20, endsAbove: 0.85 },
    isWritten: (row, x) => row + (x - 120) / 740 < share * 1.1 * 10,
  });
  return print('paper', [
    ...printCode(bars),
    move(flat('M0 0l0 95 24-22 17 38 19-9-17-37 33-2z', 'ink'), ...end, 0),
  ]);
}

const shirt = 'M-70-130q70 60 140 0l90 50-44 86-38-20v170h-156v-170l-38 20-44-86z';
const cards = ['tangerine', 'night', 'ink', 'tangerine'] as const;

/** Pieces of clothing are swiped away, to the left and to the right. */
function swiping(share: number): string {
  const at = share * (cards.length - 0.35);
  const stack = cards
    .map((ink, card) => {
      const gone = ease(tone((at - card - 0.35) / 0.6));
      const way = card % 2 === 0 ? 1 : -1;
      const drawn = flat(rect(-190, -250, 380, 500), 'ink') + flat(rect(-184, -244, 368, 488), 'paper');
      const cloth =
        flat(shirt, ink) +
        flat(disc(-150, 214, 9) + disc(-120, 214, 9), card % 2 === 0 ? 'night' : 'tangerine');
      return move(
        drawn + cloth,
        480 + way * gone * 760,
        360 + gone * 60 - Math.max(0, card - at) * 8,
        way * gone * 24,
      );
    })
    .toReversed();
  return print('butter', [
    over(
      halftone((x, y) => tone(Math.hypot(x - 480, y - 360) / 620 - 0.2) * 0.7, { angle: 45 }),
      'tangerine',
    ),
    ...stack,
  ]);
}

/** The moon crosses the sky, and one window after the other is lit. */
function night(share: number): string {
  const next = random(34);
  let [lit, dark, stars] = ['', '', ''];
  for (let y = 330; y < 690; y += 52)
    for (let x = 90; x < 870; x += 58) {
      if (next() < share * 0.9) lit += rect(x, y, 34, 30);
      else dark += rect(x, y, 34, 30);
    }
  for (let star = 0; star < 70; star += 1)
    stars += disc(Math.floor(next() * width), Math.floor(next() * 270), next() > 0.85 ? 4 : 2);
  const [x, y] = [Math.round(500 + 260 * share), Math.round(200 - 60 * ease(share))];
  return print('ink', [
    flat(
      halftone((_, down) => tone((down - 120) / 500) * 0.5, { angle: 75 }),
      'night',
    ),
    flat(stars, 'paper'),
    flat(disc(x, y, 78), 'butter'),
    flat(disc(x + 22, y - 18, 14) + disc(x - 28, y + 24, 20), 'tangerine'),
    flat(rect(60, 300, 840, 420), 'deep'),
    flat(dark, 'night'),
    flat(lit, 'butter'),
  ]);
}

/** Seconds of each scene. */
const sceneLength = 3;
const scenes = [sunrise, coding, swiping, night];
export const filmSeconds = sceneLength * scenes.length;

/** Returns the picture of the film at a moment, in seconds, as SVG. */
export function drawFilm(seconds: number): string {
  const scene = Math.min(Math.floor(seconds / sceneLength), scenes.length - 1);
  return (scenes[scene] ?? night)(seconds / sceneLength - scene);
}
