import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { readyState, reduceScanFlow, type ScanOutcome } from './scan-flow.ts';

/** The card of a station: who is being checked in, and the outcome for 5 s, a success also while the next pass is read. */
export function useScanFlow(onOutcome: (outcome: ScanOutcome | 'read') => void) {
  const [flow, send] = useReducer(reduceScanFlow, readyState);
  const [success, setSuccess] = useState<ScanOutcome>();
  const current = useRef(new AbortController());
  const latest = useRef(onOutcome);
  useEffect(() => {
    latest.current = onOutcome;
  });
  const report = useCallback((outcome: ScanOutcome | 'read') => latest.current(outcome), []);

  /** Makes room for the next person. The signal aborts with the one after: answers that come later are ignored. */
  const reset = useCallback(() => {
    current.current.abort();
    current.current = new AbortController();
    send({ type: 'clear' });
    return current.current.signal;
  }, []);
  const dismissSuccess = useCallback(() => setSuccess(undefined), []);
  /** Returns to the start. */
  const clear = useCallback(() => {
    reset();
    dismissSuccess();
  }, [reset, dismissSuccess]);

  const finish = useCallback(
    (outcome: ScanOutcome) => {
      send({ type: 'over', outcome });
      report(outcome);
    },
    [report],
  );

  const isOver = flow.step === 'over';
  useExpiry(isOver, reset);
  useExpiry(success, dismissSuccess);

  const outcome = isOver ? flow.outcome : success;
  const dismiss = isOver ? clear : dismissSuccess;
  return { flow, send, report, reset, clear, finish, setSuccess, outcome, dismiss };
}

/** Calls `end` when what is `shown` has been shown for 5 s. */
function useExpiry(shown: unknown, end: () => void): void {
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(end, limits.checkIn.successFor);
    return () => clearTimeout(timer);
  }, [shown, end]);
}
