import type { Judge, JudgingTrack } from '../../contract/judging.ts';

/**
 * What the browser remembers of a judge: hints for what to show. The server decides by its own session, and a refusal
 * clears them.
 */
const sessionKey = 'judgeSession';
const trackKey = 'selectedTrack';

/** The remembered judge; null when there is none, `broken` when what is there cannot be read. */
export function getStoredJudge(): Judge | null | 'broken' {
  const kept = localStorage.getItem(sessionKey);
  if (kept === null) return null;
  try {
    const judge = JSON.parse(kept) as Partial<Judge> | null;
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

/** The chosen track; null when there is none. */
export function getStoredTrack(): JudgingTrack | null {
  const kept = localStorage.getItem(trackKey);
  return kept === 'hacker' || kept === 'startup' ? kept : null;
}

export function storeTrack(track: JudgingTrack): void {
  localStorage.setItem(trackKey, track);
}

export function clearStoredTrack(): void {
  localStorage.removeItem(trackKey);
}

/** Forgets judge and track. Drafts stay on the device: a judge who comes back finds them. */
export function clearStoredJudge(): void {
  localStorage.removeItem(sessionKey);
  clearStoredTrack();
}
