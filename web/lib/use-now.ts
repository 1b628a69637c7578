import { useEffect, useState } from 'react';

const pause = 15_000;

/** Returns the present moment in milliseconds, and renders again every so many milliseconds. */
export function useNow(every = pause): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(tick);
  }, [every]);
  return now;
}
