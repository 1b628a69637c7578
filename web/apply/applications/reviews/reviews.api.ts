import { queryOptions } from '@tanstack/react-query';
import { addNote, listNotes, readMentions } from '../../../../contract/apply/notes.ts';
import * as contract from '../../../../contract/apply/reviews.ts';
import { formatCount } from '../../../../contract/platform/format.ts';
import { call, callQuery, queryClient } from '../../../lib/call.ts';
import { deleteDrafts, readDraft, reviewDraftKey } from '../../../lib/draft-store.ts';
import { createAction, useAction } from '../../../lib/use-action.ts';
import { refreshApplications } from '../applications.api.ts';

export const reviewsQuery = (id: string) =>
  callQuery(['applications', 'reviews', id], contract.listReviews, { params: { id } });

export const notesQuery = (id: string) =>
  callQuery(['applications', 'notes', id], listNotes, { params: { id } });

export const useAddNote = (id: string) =>
  useAction(
    ({ note, text }: { note: string; text: string }) =>
      call(addNote, { params: { id, note }, body: { text } }),
    {
      onSuccess: (thread) => queryClient.setQueryData(notesQuery(id).queryKey, thread),
    },
  );

/** Marks the notes about an application that mention the reader as read; they leave Home. */
export const useReadMentions = (id: string) =>
  useAction(() => call(readMentions, { params: { id } }), {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['home'] }),
  });

/** One's own review that was not saved yet, from this device. */
export const reviewDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ['review-draft', id],
    queryFn: () => readDraft(reviewDraftKey(id)),
    gcTime: 0,
  });

export const reviewStatusQuery = callQuery(['applications', 'review-status'], contract.getReviewStatus);

export interface OwnReview {
  rating: number | null;
  note: string;
}

export const useSaveReview = (id: string) =>
  useAction(
    async (body: OwnReview) => {
      await call(contract.saveReview, { params: { id }, body });
      await deleteDrafts(reviewDraftKey(id));
    },
    {
      success: 'Review saved.',
      onSettled: refreshApplications,
    },
  );

/** Claims applications to review; `count` in all. */
export const useClaimApplications = createAction(contract.claimApplications, {
  send: (count: number) => ({ body: { count } }),
  fallback: 'No applications could be claimed. Please try again.',
  success: ({ ids }) =>
    ids.length > 0
      ? `${formatCount(ids.length, 'application is', 'applications are')} yours until you rate them or give them back.`
      : 'Nothing is left: you have rated every pending application, or somebody else has claimed it.',
  onSettled: refreshApplications,
});

export const useAssignReviewer = createAction(contract.assignReviewer, {
  send: (body: { ids: string[]; reviewer: string }) => ({ body }),
  success: ({ assigned }, { ids }) =>
    `${formatCount(assigned, 'application', 'applications')} given.${
      assigned < ids.length
        ? ` ${ids.length - assigned} were left: already decided, or rated by the reviewer.`
        : ''
    }`,
  onSettled: refreshApplications,
});

export const useEndClaims = createAction(contract.endClaims, {
  onSettled: refreshApplications,
});

export const useUpdateBlindReview = createAction(contract.updateBlindReview, {
  send: (blind: boolean) => ({ body: { blind } }),
  onSettled: refreshApplications,
});
