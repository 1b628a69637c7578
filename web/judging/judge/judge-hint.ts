import type { Judge, JudgingTrack } from '../../../contract/judging/judging.ts';

// Hints for what to show, under the specification's keys. The server decides by its own session; a refusal clears them.
const sessionKey = 'judgeSession';
const trackKey = 'selectedTrack';

/** Returns the stored judge; null when there is none, `broken` when it cannot be read. */
export function findStoredJudge(): Judge | null | 'broken' {
  const stored = localStorage.getItem(sessionKey);
  if (stored === null) return null;
  try {
    const judge = JSON.parse(stored) as Partial<Judge> | null;
    return typeof judge?.username === 'string' && typeof judge.name === 'string'
      ? { username: judge.username, name: judge.name }
      : 'broken';
  } catch {
    return 'broken';
  }
}

export function storeJudge(judge: Judge): void {
  localStorage.setItem(sessionKey, JSON.stringify(judge));
}

export function findStoredTrack(): JudgingTrack | null {
  return localStorage.getItem(trackKey);
}

export function storeTrack(track: JudgingTrack): void {
  localStorage.setItem(trackKey, track);
}

export function clearStoredTrack(): void {
  localStorage.removeItem(trackKey);
}

/** Clears judge and track. Drafts and waiting scores stay for when the judge signs in again. */
export function clearStoredJudge(): void {
  localStorage.removeItem(sessionKey);
  clearStoredTrack();
}
