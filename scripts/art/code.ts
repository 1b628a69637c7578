import { flat, halftone, over, rect, tone } from './ink.ts';

interface Code {
  rows: number;
  /** Pixels from row to row, and of a bar. */
  step: number;
  thick: number;
  /** A row ends after a bar where the next random number is above this. */
  endsAbove: number;
  /** Which bars are there already; all, without. */
  isWritten?: (row: number, x: number) => boolean;
}

/** Draws lines of code as bars of three inks; `end` is behind the last of them. */
export function drawCode(next: () => number, { rows, step, thick, endsAbove, isWritten }: Code) {
  const bars = { tangerine: '', night: '', ink: '' };
  let end: [number, number] = [150, 170];
  for (let row = 0; row < rows; row += 1) {
    for (let x = 120 + (row % 4) * 40; x < 800; ) {
      const wide = Math.min(Math.floor(30 + next() * 120), 860 - x);
      const pick = next();
      const ink = pick < 0.33 ? 'tangerine' : pick < 0.66 ? 'night' : 'ink';
      if (!isWritten || isWritten(row, x)) {
        bars[ink] += rect(x, 150 + row * step, wide, thick);
        end = [x + wide, 150 + row * step + thick / 2];
      }
      x += wide + 16;
      if (next() > endsAbove) break;
    }
  }
  return { bars, end };
}

/** The sheet with the lines of code on it. */
export const printCode = (bars: ReturnType<typeof drawCode>['bars']) => [
  over(
    halftone((x, y) => tone((x + y - 400) / 1500) * 0.7),
    'butter',
  ),
  over(rect(70, 90, 820, 540), 'butter', { shift: [6, 5] }),
  over(bars.tangerine, 'tangerine', { shift: [4, -2] }),
  over(bars.night, 'night'),
  flat(bars.ink, 'ink'),
];
