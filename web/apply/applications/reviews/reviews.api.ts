import { queryOptions } from '@tanstack/react-query';
import { addNote, listNotes, readMentions } from '../../../../contract/apply/notes.ts';
import {
  assignReviewer,
  claimApplications,
  endClaims,
  getReviewStatus,
  listReviews,
  saveReview,
  updateBlindReview,
} from '../../../../contract/apply/reviews.ts';
import { formatCount } from '../../../../contract/platform/format.ts';
import { call, callQuery } from '../../../lib/call.ts';
import { deleteDrafts, readDraft, reviewDraftKey } from '../../../lib/draft-store.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { refreshApplications } from '../applications.api.ts';

export const reviewsQuery = (id: string) =>
  callQuery(['applications', 'reviews', id], listReviews, { params: { id } });

export const notesQuery = (id: string) =>
  callQuery(['applications', 'notes', id], listNotes, { params: { id } });

export function useAddNote(id: string) {
  return useAction(
    ({ note, text }: { note: string; text: string }) =>
      call(addNote, { params: { id, note }, body: { text } }),
    {
      fallback: 'The note could not be added. Please try again.',
      onSuccess: (thread) => queryClient.setQueryData(notesQuery(id).queryKey, thread),
    },
  );
}

/** Marks the notes about an application that mention the reader as read; they leave Home. */
export function useReadMentions(id: string) {
  return useAction(() => call(readMentions, { params: { id } }), {
    fallback: 'The mention could not be marked as read.',
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['home'] }),
  });
}

/** One's own review that was not saved yet, from this device. */
export const reviewDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ['review-draft', id],
    queryFn: () => readDraft(reviewDraftKey(id)),
    gcTime: 0,
  });

export const reviewStatusQuery = callQuery(['applications', 'review-status'], getReviewStatus);

export interface OwnReview {
  rating: number | null;
  note: string;
}

/** Saves one's rating and note, and deletes their draft. */
export function useSaveReview(id: string) {
  return useAction(
    async (body: OwnReview) => {
      await call(saveReview, { params: { id }, body });
      await deleteDrafts(reviewDraftKey(id));
    },
    {
      fallback: 'Your review could not be saved. Please try again.',
      success: 'Review saved.',
      onSettled: refreshApplications,
    },
  );
}

/** Claims applications to review; `count` in all. */
export function useClaimApplications() {
  return useAction((count: number) => call(claimApplications, { body: { count } }), {
    fallback: 'No applications could be claimed. Please try again.',
    success: ({ ids }) =>
      ids.length > 0
        ? `${formatCount(ids.length, 'application is', 'applications are')} yours until you rate them or give them back.`
        : 'Nothing is left: every pending application is rated by you or claimed by somebody else.',
    onSettled: refreshApplications,
  });
}

/** Gives applications to a reviewer. */
export function useAssignReviewer() {
  return useAction((body: { ids: string[]; reviewer: string }) => call(assignReviewer, { body }), {
    fallback: 'The reviewer could not be set. Please try again.',
    success: ({ assigned }, { ids }) =>
      `${formatCount(assigned, 'application', 'applications')} given.${
        assigned < ids.length
          ? ` ${ids.length - assigned} stay as they are: decided, or rated by the reviewer already.`
          : ''
      }`,
    onSettled: refreshApplications,
  });
}

export function useEndClaims() {
  return useAction(() => call(endClaims), {
    fallback: 'Your claims could not be ended. Please try again.',
    onSettled: refreshApplications,
  });
}

export function useUpdateBlindReview() {
  return useAction((blind: boolean) => call(updateBlindReview, { body: { blind } }), {
    fallback: 'Blind review could not be switched. Please try again.',
    onSettled: refreshApplications,
  });
}
