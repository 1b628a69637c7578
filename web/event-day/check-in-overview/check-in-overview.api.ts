import { undoCheckIn } from '../../../contract/event-day/check-in.ts';
import * as contract from '../../../contract/event-day/check-in-overview.ts';
import { callQuery, queryClient } from '../../lib/call.ts';
import { createAction } from '../../lib/use-action.ts';
import { checkInCountsQuery } from '../check-in/check-in.api.ts';

// Live events report every change; this makes up for one that was lost, in milliseconds.
const withInterval = <Query>(query: Query) => ({ ...query, refetchInterval: 15_000 });

/** The last refused scans at a checkpoint, newest first. */
export const refusedScansQuery = (checkpoint: string) =>
  withInterval(
    callQuery(['check-ins', 'refused-scans', checkpoint], contract.listRefusedScans, {
      query: { checkpoint },
    }),
  );

/** People checked in twice by stations without a network, at all checkpoints, oldest first. */
export const conflictsQuery = withInterval(callQuery(['check-ins', 'conflicts'], contract.listConflicts));

/** People checked in twice whose scans settled themselves, newest first. */
export const settledConflictsQuery = withInterval(
  callQuery(['check-ins', 'conflicts', 'settled'], contract.listConflicts, { query: { settled: 'true' } }),
);

export const stationsQuery = withInterval(callQuery(['check-ins', 'stations'], contract.getStations));

export function refreshCheckInOverview(): void {
  void queryClient.invalidateQueries({ queryKey: ['check-ins', 'refused-scans'] });
  void queryClient.invalidateQueries({ queryKey: conflictsQuery.queryKey });
}

function refreshAll(): void {
  refreshCheckInOverview();
  void queryClient.invalidateQueries({ queryKey: ['check-ins', 'list'] });
  void queryClient.invalidateQueries({ queryKey: checkInCountsQuery.queryKey });
}

/** Undoes a check-in for a reason that is recorded. Its error is shown by the dialog. */
export const useUndoCheckIn = createAction(undoCheckIn, {
  isShown: true,
  onSettled: refreshAll,
});

/** Keeps the first or the second of two check-ins of a person. Its error is shown by the dialog. */
export const useResolveConflict = createAction(contract.resolveConflict, {
  isShown: true,
  onSettled: refreshAll,
});
