import { answerForApplicant, extendOffer, offerPlace } from '../../../../contract/apply/decisions.ts';
import {
  getPlaceFigures,
  listWaitlist,
  moveOnWaitlist,
  updateWaitlistOrder,
  type WaitlistOrder,
} from '../../../../contract/apply/places.ts';
import { call, callQuery } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { refreshApplications } from '../applications.api.ts';

// Below the applications, so that what changes them asks for these again.
export const placeFiguresQuery = callQuery(['applications', 'places'], getPlaceFigures);

export const waitlistQuery = callQuery(['applications', 'waitlist'], listWaitlist);

export function useUpdateWaitlistOrder() {
  return useAction((order: WaitlistOrder) => call(updateWaitlistOrder, { body: { order } }), {
    fallback: 'The order could not be changed. Please try again.',
    onSettled: () => queryClient.invalidateQueries({ queryKey: waitlistQuery.queryKey }),
  });
}

interface Move {
  id: string;
  /** From 1. */
  position: number;
}

/** Moves somebody on the waitlist: shown at once, the order by hand from then on. */
export function useMoveOnWaitlist() {
  const { queryKey } = waitlistQuery;
  return useAction(({ id, position }: Move) => call(moveOnWaitlist, { params: { id }, body: { position } }), {
    fallback: 'The waitlist could not be changed. Please try again.',
    scope: { id: 'waitlist' },
    mutationKey: queryKey,
    preview: async ({ id, position }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const moved = before?.people.find(({ _id }) => _id === id);
      if (before && moved) {
        const others = before.people.filter((person) => person !== moved);
        queryClient.setQueryData(queryKey, {
          order: 'hand',
          people: others.toSpliced(position - 1, 0, moved),
        });
      }
      return () => queryClient.setQueryData(queryKey, before);
    },
    // While more moves are pending, the server's list would revert them for a moment.
    onSettled: () =>
      queryClient.isMutating({ mutationKey: queryKey }) > 1
        ? undefined
        : queryClient.invalidateQueries({ queryKey }),
  });
}

const failed = 'The place could not be changed. Please try again.';

/** Answers for somebody whether they will come. */
export function useAnswerForApplicant() {
  return useAction(
    ({ id, attending }: { id: string; attending: boolean }) =>
      call(answerForApplicant, { params: { id }, body: { attending } }),
    { fallback: failed, onSettled: refreshApplications },
  );
}

/** Holds somebody's place longer. Its error is shown by the dialog. */
export function useExtendOffer({ onSuccess }: { onSuccess: () => void }) {
  return useAction(
    ({ id, until }: { id: string; until: string }) => call(extendOffer, { params: { id }, body: { until } }),
    { fallback: failed, isShown: () => true, onSuccess, onSettled: refreshApplications },
  );
}

/** Offers somebody a place out of turn. Its error is shown by the dialog. */
export function useOfferPlace({ onSuccess }: { onSuccess: () => void }) {
  return useAction(
    ({ id, reason }: { id: string; reason: string }) =>
      call(offerPlace, { params: { id }, body: { reason } }),
    { fallback: failed, isShown: () => true, onSuccess, onSettled: refreshApplications },
  );
}
