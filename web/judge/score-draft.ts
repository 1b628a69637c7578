import { useState } from 'react';
import type { JudgingTrack } from '../../contract/judging.ts';
import { createIdempotencyKey } from '../lib/new-key.ts';

/** What a judge has entered and not sent yet, one for each judge and track, on this device. */
export interface ScoreDraft {
  teamName: string;
  /** As typed. */
  teamNumber: string;
  scores: Record<string, number>;
  /** Whether special categories are scored, which ones in the order of choosing, and how. */
  special: boolean;
  chosen: string[];
  specialScores: Record<string, number>;
}

const empty: ScoreDraft = {
  teamName: '',
  teamNumber: '',
  scores: {},
  special: false,
  chosen: [],
  specialScores: {},
};

const placeOf = (username: string, track: JudgingTrack) => `draft:score:${username}:${track}`;

function kept(place: string): ScoreDraft | null {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? 'null') as ScoreDraft | null;
    return found && typeof found.scores === 'object' && Array.isArray(found.chosen)
      ? { ...empty, ...found }
      : null;
  } catch {
    return null;
  }
}

/** The draft of a judge for a track: kept at every change, `restored` when there was one from before. */
export function useScoreDraft(username: string, track: JudgingTrack) {
  const place = placeOf(username, track);
  const [restored, setRestored] = useState(() => kept(place));
  const [draft, setDraft] = useState(restored ?? empty);
  const change = (changes: Partial<ScoreDraft>) =>
    setDraft((before) => {
      const after = { ...before, ...changes };
      localStorage.setItem(place, JSON.stringify(after));
      return after;
    });
  const clear = () => {
    localStorage.removeItem(place);
    setDraft(empty);
    setRestored(null);
  };
  return { draft, change, clear, restored: restored?.teamNumber || restored?.teamName ? restored : null };
}

let last: { body: string; key: string } | undefined;

/** The key for sending a body: the same again while the body is, so that a lost answer never makes a second record. */
export function getIdempotencyKey(body: object): string {
  const text = JSON.stringify(body);
  if (last?.body !== text) last = { body: text, key: createIdempotencyKey() };
  return last.key;
}

/** What was sent has arrived: the same again is a new score. */
export function clearIdempotencyKey(): void {
  last = undefined;
}
