import { answerForApplicant, extendOffer, offerPlace } from '../../../../contract/apply/decisions.ts';
import * as contract from '../../../../contract/apply/places.ts';
import { call, callQuery, queryClient } from '../../../lib/call.ts';
import { createAction, useAction } from '../../../lib/use-action.ts';
import { refreshApplications } from '../applications.api.ts';

// Below the applications, so that what changes them asks for these again.
export const placeFiguresQuery = callQuery(['applications', 'places'], contract.getPlaceFigures);

export const waitlistQuery = callQuery(['applications', 'waitlist'], contract.listWaitlist);

export const useUpdateWaitlistOrder = createAction(contract.updateWaitlistOrder, {
  send: (order: contract.WaitlistOrder) => ({ body: { order } }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: waitlistQuery.queryKey }),
});

interface Move {
  id: string;
  /** From 1. */
  position: number;
}

/** Moves somebody on the waitlist: shown at once, the order by hand from then on. */
export function useMoveOnWaitlist() {
  const { queryKey } = waitlistQuery;
  return useAction(
    ({ id, position }: Move) => call(contract.moveOnWaitlist, { params: { id }, body: { position } }),
    {
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
    },
  );
}

const failed = 'The place could not be changed. Please try again.';

export const useAnswerForApplicant = createAction(answerForApplicant, {
  send: ({ id, attending }: { id: string; attending: boolean }) => ({ params: { id }, body: { attending } }),
  fallback: failed,
  onSettled: refreshApplications,
});

export const useExtendOffer = createAction(extendOffer, {
  send: ({ id, until }: { id: string; until: string }) => ({ params: { id }, body: { until } }),
  fallback: failed,
  isShown: true,
  onSettled: refreshApplications,
});

export const useOfferPlace = createAction(offerPlace, {
  send: ({ id, reason }: { id: string; reason: string }) => ({ params: { id }, body: { reason } }),
  fallback: failed,
  isShown: true,
  onSettled: refreshApplications,
});
