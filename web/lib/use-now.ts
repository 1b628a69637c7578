import { useEffect, useState } from 'react';

const pause = 15_000;

/** Returns the present moment in milliseconds, and renders again every 15 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), pause);
    return () => clearInterval(tick);
  }, []);
  return now;
}
