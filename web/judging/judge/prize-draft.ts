import { queryOptions } from '@tanstack/react-query';
import { deleteDrafts, readDraft, saveDraftText } from '../../lib/draft-store.ts';

/** The marks of a project by criterion; undefined where a touch was taken back. */
export type PrizeDraft = Record<string, number | undefined>;

const getKey = (username: string, project: string) => `draft:score:${username}:prize:${project}`;
const warn = (error: unknown) => console.warn(error);

/** The marks that a judge of a prize has chosen for a project and not sent yet, on this device; null without any. */
export const prizeDraftQuery = (username: string, project: string) =>
  queryOptions({
    queryKey: ['draft', username, 'prize', project],
    queryFn: async () => ((await readDraft(getKey(username, project)))?.values ?? null) as PrizeDraft | null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function savePrizeDraft(username: string, project: string, marks: PrizeDraft): void {
  void saveDraftText(getKey(username, project), { ...marks }).catch(warn);
}

export function deletePrizeDraft(username: string, project: string): void {
  void deleteDrafts(getKey(username, project)).catch(warn);
}
