import { useEffect, useRef } from 'react';

/** `run`, at most once in `pace` milliseconds: at once the first time, and once more at the end when it was asked for in between. */
export function useThrottled(run: () => void, pace: number): () => void {
  const latest = useRef(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(false);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = useRef(() => {
    if (timer.current !== undefined) {
      asked.current = true;
      return;
    }
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!asked.current) return;
      asked.current = false;
      start.current();
    }, pace);
  });
  return start.current;
}
