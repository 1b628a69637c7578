import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDrafts, readDraft, saveDraftText } from '../../lib/draft-store.ts';

/** What a judge has entered and not sent yet, one for each judge and rubric, on this device. */
export interface ScoreDraft {
  teamName: string;
  /** As typed. */
  teamNumber: string;
  /** Undefined where a touch was taken back. */
  scores: Record<string, number | undefined>;
  /** Whether special categories are scored, which ones in the order of choosing, and how. */
  special: boolean;
  chosen: string[];
  specialScores: Record<string, number | undefined>;
  /** The categories that the team entered and the judge did not see. */
  unseen: string[];
  comment: string;
  /** When the judge opened the card of this table, in milliseconds; undefined while no card is open. */
  startedAt: number | undefined;
}

export const emptyScoreDraft: ScoreDraft = {
  teamName: '',
  teamNumber: '',
  scores: {},
  special: false,
  chosen: [],
  specialScores: {},
  unseen: [],
  comment: '',
  startedAt: undefined,
};

const getDraftKey = (username: string, rubric: string) => `draft:score:${username}:${rubric}`;
const warn = (error: unknown) => console.warn(error);

const isRecord = (value: unknown) => typeof value === 'object' && value !== null;

async function readScoreDraft(key: string): Promise<ScoreDraft | null> {
  const values = (await readDraft(key))?.values;
  if (!values || !isRecord(values.scores) || !Array.isArray(values.chosen)) return null;
  return { ...emptyScoreDraft, ...values };
}

/** The stored draft of a judge for a rubric, by its key: undefined while it is read, null when there is none. */
export function useStoredScoreDraft(username: string, rubric: string | undefined) {
  return useQuery({
    queryKey: ['draft', username, rubric],
    queryFn: () => (rubric ? readScoreDraft(getDraftKey(username, rubric)) : null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
}

/** The draft of a judge for a rubric, saved at every change; `restored` is the `stored` one until it is cleared. */
export function useScoreDraft(username: string, rubric: string, stored: ScoreDraft | null) {
  const key = getDraftKey(username, rubric);
  const [restored, setRestored] = useState(stored);
  const [draft, setDraft] = useState(stored ?? emptyScoreDraft);
  const change = (changes: Partial<ScoreDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    void saveDraftText(key, { ...changed }).catch(warn);
  };
  const clear = () => {
    setDraft(emptyScoreDraft);
    setRestored(null);
    void deleteDrafts(key).catch(warn);
  };
  return { draft, change, clear, restored: restored?.teamNumber || restored?.teamName ? restored : null };
}
