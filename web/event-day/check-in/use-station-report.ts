import { useEffect, useRef } from 'react';
import { createIdempotencyKey } from '../../lib/new-key.ts';
import { callReportStation } from './check-in.api.ts';

const storageKey = 'check-in:station';
const firstAfter = 8000;
const interval = 20_000;

function getStationId(): string {
  const id = localStorage.getItem(storageKey) ?? createIdempotencyKey();
  localStorage.setItem(storageKey, id);
  return id;
}

/** Tells the organizers that this station is alive, and what it has not sent yet. */
export function useStationReport(report: { checkpoint: string; waiting: number; troubled: number }): void {
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  useEffect(() => {
    const send = () => {
      if (!navigator.onLine || document.hidden) return;
      callReportStation(getStationId(), latest.current).catch((error: unknown) => console.warn(error));
    };
    const first = setTimeout(send, firstAfter);
    const timer = setInterval(send, interval);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
}
