import * as contract from '../../../contract/event-day/help.ts';
import type { User } from '../../../contract/people/users.ts';
import type { BodySent } from '../../../contract/platform/endpoint.ts';
import { cachedQuery, call, callQuery, queryClient } from '../../lib/call.ts';
import { type QueuedItem, toOutcome } from '../../lib/offline-queue.ts';
import { createAction } from '../../lib/use-action.ts';

/** A person's own requests; the last answer is cached for offline use. */
export const myHelpQuery = ({ _id }: Pick<User, '_id'>) =>
  cachedQuery(`help:${_id}`, ['help', 'mine', _id], contract.getMyHelp);

export const helpQueueQuery = {
  ...callQuery(['help', 'queue'], contract.getHelpQueue),
  refetchInterval: 60_000,
};

const refresh = () => queryClient.invalidateQueries({ queryKey: ['help'] });

export type NewHelpRequest = BodySent<typeof contract.askForHelp>;

/** Sends a request that waits on this device. Throws ApiError when no answer came. */
export const sendHelpRequest = ({ id, payload }: QueuedItem<NewHelpRequest>) =>
  toOutcome(
    call(contract.askForHelp, { params: { id }, body: payload, signal: AbortSignal.timeout(10_000) }).then(
      refresh,
    ),
  );

export const useUpdateHelpRequest = createAction(contract.updateHelpRequest, { onSettled: refresh });

export const useUpdateMyMentoring = createAction(contract.updateMyMentoring, {
  scope: { id: 'mentoring' },
  onSettled: refresh,
});
