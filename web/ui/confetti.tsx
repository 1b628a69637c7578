import { useEffect, useState } from 'react';
import { useMediaQuery } from '../lib/media-query.ts';

const inks = ['bg-tangerine', 'bg-butter', 'bg-night', 'bg-accent'];
const pieces = 36;

// Spread without random numbers, so that it looks the same each time: multiples of roots never meet again.
const spread = (piece: number, turn: number) => (piece * turn) % 1;

/** Confetti that falls once; nothing under reduced motion. */
export function Confetti() {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  if (still) return null;
  return (
    <div
      aria-hidden="true"
      className="confetti pointer-events-none fixed inset-0 z-(--z-toast) overflow-hidden"
    >
      {Array.from({ length: pieces }, (_, piece) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places.
          key={piece}
          className={`absolute -top-6 size-3 animate-confetti ${inks[piece % inks.length]} ${piece % 3 ? '' : 'rounded-full'}`}
          style={{
            left: `${spread(piece, 0.618) * 100}%`,
            animationDelay: `${Math.round(spread(piece, 0.4142) * 700)}ms`,
            animationDuration: `${Math.round(1600 + spread(piece, 0.7321) * 1200)}ms`,
          }}
        />
      ))}
    </div>
  );
}

/** Confetti the first time that this device shows something. */
export function FirstConfetti({ of }: { of: string }) {
  const key = `celebrated:${of}`;
  const [isFirst] = useState(() => localStorage.getItem(key) === null);
  useEffect(() => localStorage.setItem(key, '1'), [key]);
  return isFirst ? <Confetti /> : null;
}
