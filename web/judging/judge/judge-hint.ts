import type { Judge } from '../../../contract/judging/judging.ts';
import { parseStoredJson, storedText } from '../../lib/stored-text.ts';

// Hints for what to show, under the specification's keys. The server decides by its own session; a refusal clears them.
const storedJudge = storedText('judgeSession');
export const storedTrack = storedText('selectedTrack');

/** Returns the stored judge; null when there is none, `broken` when it cannot be read. */
export function findStoredJudge(): Judge | null | 'broken' {
  const stored = storedJudge.get();
  if (stored === null) return null;
  const judge = parseStoredJson<Partial<Judge>>(stored);
  return typeof judge?.username === 'string' && typeof judge.name === 'string'
    ? { username: judge.username, name: judge.name }
    : 'broken';
}

export function storeJudge(judge: Judge): void {
  storedJudge.set(JSON.stringify(judge));
}

/** Clears judge and track. Drafts and waiting scores stay for when the judge signs in again. */
export function clearStoredJudge(): void {
  storedJudge.clear();
  storedTrack.clear();
}
