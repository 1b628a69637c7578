import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for `pause` milliseconds. */
export function useDebounced<T>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const wait = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(wait);
  }, [value, pause]);
  return settled;
}
