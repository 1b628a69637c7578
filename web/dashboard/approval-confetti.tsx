import { useEffect, useState } from 'react';
import { Confetti } from '../ui/confetti.tsx';

/** Shows confetti the first time that this device shows an approval. */
export function ApprovalConfetti({ applicationId }: { applicationId: string }) {
  const key = `celebrated:${applicationId}`;
  const [first] = useState(() => localStorage.getItem(key) === null);
  useEffect(() => localStorage.setItem(key, '1'), [key]);
  return first ? <Confetti /> : null;
}
