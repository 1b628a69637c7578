import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readDraft, saveDraftText } from '../../lib/draft-store.ts';

/** What a judge has entered and not sent yet, one for each judge and rubric, on this device. */
export interface ScoreDraft {
  teamName: string;
  /** The name as it was last typed for a number that no table has. */
  typedName: string;
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
  /** The number that the marks were chosen for; empty while there was none. */
  chosenFor: string;
  /** The drafts of other numbers. */
  others: Record<string, ScoreDraft>;
}

export const emptyScoreDraft: ScoreDraft = {
  teamName: '',
  typedName: '',
  teamNumber: '',
  scores: {},
  special: false,
  chosen: [],
  specialScores: {},
  unseen: [],
  comment: '',
  startedAt: undefined,
  chosenFor: '',
  others: {},
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
  const [restored, setRestored] = useState(stored ?? undefined);
  const [draft, setDraft] = useState(stored ?? emptyScoreDraft);
  const change = (changes: Partial<ScoreDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    void saveDraftText(key, { ...changed }).catch(warn);
  };
  /** Changes to the draft of another number; the current marks stay with the number that they were chosen for. */
  const changeTo = (teamNumber: string, changes: Partial<ScoreDraft>) => {
    if (teamNumber === draft.teamNumber) return change(changes);
    const { [teamNumber]: found, ...others } = draft.others;
    if (draft.chosenFor) others[draft.chosenFor] = { ...draft, others: {} };
    setRestored(found);
    change({ ...emptyScoreDraft, ...found, ...changes, teamNumber, others });
  };
  const clear = () => {
    setRestored(undefined);
    change({ ...emptyScoreDraft, others: draft.others });
  };
  const isCurrent = restored?.teamNumber === draft.teamNumber;
  return { draft, change, changeTo, clear, restored: isCurrent ? restored : undefined };
}
