import { useEffect, useState } from 'react';
import { needsNetworkText, useOnline } from '../lib/online.ts';
import { Button } from './button.tsx';

interface WaitingProps {
  /** What is on its way. */
  text: string;
  onRetry: () => unknown;
}

/** What is awaited; a second without a network, or ten with one that brings nothing, that it needs one. */
export function Waiting({ text, onRetry }: WaitingProps) {
  const isOnline = useOnline();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, isOnline ? 10_000 : 1000, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOnline]);
  if (!isLate) return <p className="text-muted">{text}</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p>{needsNetworkText}</p>
      <Button variant="secondary" onClick={() => onRetry()}>
        Try again
      </Button>
    </div>
  );
}
