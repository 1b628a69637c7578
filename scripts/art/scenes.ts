import { disc, flat, halftone, height, over, print, random, rect, tone, width } from './ink.ts';

/** 8:30, doors: the sun comes up over the campus. */
function doors(): string {
  const next = random(20);
  let [houses, windows] = ['', ''];
  for (let x = 0; x < width; ) {
    const wide = Math.floor(70 + next() * 90);
    const tall = Math.floor(150 + next() * 230);
    houses += rect(x, height - tall, wide, tall);
    for (let y = height - tall + 26; y < height - 30; y += 34)
      for (let left = x + 16; left < x + wide - 18; left += 28)
        if (next() > 0.62) windows += rect(left, y, 12, 16);
    x += wide + 6;
  }
  const fromSun = (x: number, y: number) => Math.hypot(x - 620, y - 300);
  return print('paper', [
    over(
      halftone((_, y) => tone(1 - y / 640) * 0.55),
      'butter',
    ),
    over(disc(620, 300, 170), 'tangerine', { shift: [5, -3] }),
    over(
      halftone((x, y) => (fromSun(x, y) < 175 ? tone((y - 190) / 300) * 0.8 : 0), { angle: 45, pitch: 13 }),
      'night',
      {
        opacity: 0.9,
      },
    ),
    over(houses, 'night'),
    flat(windows, 'butter'),
  ]);
}

/** 3:00, overnight: the moon over a building with lit windows. */
function overnight(): string {
  const next = random(34);
  let [lit, dark, stars] = ['', '', ''];
  for (let y = 330; y < 690; y += 52)
    for (let x = 90; x < 870; x += 58) {
      if (next() > 0.42) lit += rect(x, y, 34, 30);
      else dark += rect(x, y, 34, 30);
    }
  for (let star = 0; star < 70; star++)
    stars += disc(Math.floor(next() * width), Math.floor(next() * 270), next() > 0.85 ? 4 : 2);
  const moonShade = (x: number, y: number) =>
    Math.hypot(x - 760, y - 140) < 80 ? tone((Math.hypot(x - 735, y - 120) - 30) / 90) : 0;
  return print('ink', [
    flat(
      halftone((_, y) => tone((y - 120) / 500) * 0.5, { angle: 75 }),
      'night',
    ),
    flat(stars, 'paper'),
    flat(disc(760, 140, 78), 'butter'),
    flat(halftone(moonShade, { angle: 45, pitch: 11 }), 'tangerine'),
    flat(rect(60, 300, 840, 420), 'deep'),
    flat(dark, 'night'),
    flat(lit, 'butter'),
  ]);
}

/** 14:00, hacking: lines of code on a sheet, and the pointer that moves them. */
function build(): string {
  const next = random(5);
  const bars = { tangerine: '', night: '', ink: '' };
  for (let row = 0; row < 11; row += 1)
    for (let x = 120 + (row % 4) * 40; x < 800; ) {
      const wide = Math.min(Math.floor(30 + next() * 120), 860 - x);
      const pick = next();
      const ink = pick < 0.33 ? 'tangerine' : pick < 0.66 ? 'night' : 'ink';
      bars[ink] += rect(x, 150 + row * 40, wide, 18);
      x += wide + 16;
      if (next() > 0.82) break;
    }
  return print('paper', [
    over(
      halftone((x, y) => tone((x + y - 400) / 1500) * 0.7),
      'butter',
    ),
    over(rect(70, 90, 820, 540), 'butter', { shift: [6, 5] }),
    over(bars.tangerine, 'tangerine', { shift: [4, -2] }),
    over(bars.night, 'night'),
    flat(bars.ink, 'ink'),
    flat('M640 420l0 190 48-44 34 76 38-17-34-75 66-4z', 'ink'),
  ]);
}

/** 14:30, demos: somebody in the light, a room in front of them. */
function demo(): string {
  const next = random(9);
  const light = (x: number, y: number) => tone(1 - Math.abs(x - 400) / (90 + y * 0.5)) * 0.95;
  let bars = '';
  for (let bar = 0; bar < 9; bar++) {
    const tall = Math.round(36 + bar * 12 + next() * 50);
    bars += rect(566 + bar * 31, 310 - tall, 20, tall);
  }
  const row = (y: number, first: number) =>
    Array.from({ length: 10 }, (_, seat) => {
      const [x, up] = [first + seat * 112 + Math.round(next() * 16), y - Math.round(next() * 14)];
      return (
        flat(disc(x, up, 32), 'ink') +
        flat(`M${x - 46} ${height}v-${height - up - 52}q46-40 92 0v${height - up - 52}z`, 'ink')
      );
    }).join('');
  return print('tangerine', [
    over(halftone(light), 'butter'),
    flat(rect(530, 90, 340, 250), 'paper'),
    flat(bars, 'night'),
    flat(
      halftone((_, y) => tone((y - 380) / 420) * 0.75, { angle: 45 }),
      'ink',
    ),
    flat(disc(390, 236, 46), 'ink'),
    flat('M322 316q68-40 136 0l66-58 24 28-90 82v262h-136z', 'ink'),
    flat('M236 452h180l-18 190h-144z', 'night'),
    row(612, -20),
    row(676, 40),
  ]);
}

/** 22:00, after karaoke: the ice cream truck has come. */
function treat(): string {
  const coneShade = (x: number, y: number) =>
    y > 360 && Math.abs(x - 480) < ((690 - y) * 150) / 330 ? tone((x - 380) / 260) * 0.8 : 0;
  const scoopShade = (x: number, y: number) =>
    Math.hypot(x - 480, y - 265) < 165 ? tone((x - 420) / 230 + (y - 260) / 340) : 0;
  return print('butter', [
    over(
      halftone((x, y) => tone(Math.hypot(x - 480, y - 320) / 620 - 0.15) * 0.7, { angle: 45 }),
      'tangerine',
    ),
    flat('M330 360h300l-150 330z', 'tangerine'),
    flat(halftone(coneShade, { angle: 30, pitch: 14 }), 'night'),
    flat(disc(480, 265, 165), 'paper'),
    flat(halftone(scoopShade, { pitch: 13 }), 'night'),
    flat(disc(480, 120, 26), 'ink'),
  ]);
}

/** The five illustrations by name, as SVG. */
export const scenes = { doors, overnight, build, demo, treat };

/** Dots that grow toward the upper right: as a mask, they give any flat color the grain of the illustrations. */
export function grain(): string {
  const shade = (x: number, y: number) => tone((x - y * 0.9 - 60) / 900);
  return print(undefined, [flat(halftone(shade, { pitch: 24 }), 'ink')]);
}
