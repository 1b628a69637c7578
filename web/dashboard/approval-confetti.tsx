import { useEffect, useState } from 'react';
import { Confetti } from '../ui/confetti.tsx';

/** Paper in the air the first time that somebody sees on this device that they are in. */
export function ApprovalConfetti({ applicationId }: { applicationId: string }) {
  const key = `celebrated:${applicationId}`;
  const [first] = useState(() => localStorage.getItem(key) === null);
  useEffect(() => localStorage.setItem(key, '1'), [key]);
  return first ? <Confetti /> : null;
}
