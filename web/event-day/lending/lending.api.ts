import * as contract from '../../../contract/event-day/lending.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { cachedQuery, call, callQuery, queryClient } from '../../lib/call.ts';
import { type QueuedItem, toOutcome } from '../../lib/offline-queue.ts';
import { createAction } from '../../lib/use-action.ts';

export const thingsQuery = callQuery(['lending', 'things'], contract.listThings);

/** All things and who has them; the last answer is cached for offline use. */
export const loansQuery = {
  ...cachedQuery('loans', ['lending', 'loans'], contract.listLoans),
  refetchInterval: 60_000,
};

export const thingLabelsQuery = callQuery(['lending', 'labels'], contract.listThingLabels);

const refresh = () => queryClient.invalidateQueries({ queryKey: ['lending'] });

export const useReserveThing = createAction(contract.reserveThing, { onSettled: refresh });

export const useCancelReservation = createAction(contract.cancelReservation, { onSettled: refresh });

/** A scan of this station; `name` is the person's, and stays on this device. */
export interface QueuedLoan extends Omit<BodySent<typeof contract.recordLoan>, 'at'> {
  name?: string;
}

/** In milliseconds: an older scan was made without a network, so it is stored as it happened. */
const doneAfter = 20_000;

/** Sends what a station did. Throws ApiError when no answer came. */
export function sendLoan({ id, payload: { name: _, ...loan }, at, tries }: QueuedItem<QueuedLoan>) {
  const isLate = tries > 0 || Date.now() - at > doneAfter;
  const body = { ...loan, ...(isLate && { at: new Date(at).toISOString() }) };
  return toOutcome(
    call(contract.recordLoan, { params: { id }, body, signal: AbortSignal.timeout(10_000) }).then(refresh),
  );
}
