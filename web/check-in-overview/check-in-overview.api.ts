import { queryOptions } from '@tanstack/react-query';
import { undoCheckIn } from '../../contract/check-in.ts';
import { listAttempts, listConflicts, resolveConflict } from '../../contract/check-in-overview.ts';
import { checkInCountsQuery } from '../check-in/check-in.api.ts';
import { call } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';

// Live events tell of every change; one that was lost is made up for after so many milliseconds.
const refetchInterval = 15_000;

/** The last scans that were turned away at a checkpoint, newest first. */
export const attemptsQuery = (checkpoint: string) =>
  queryOptions({
    queryKey: ['check-ins', 'attempts', checkpoint],
    queryFn: ({ signal }) => call(listAttempts, { query: { checkpoint }, signal }),
    refetchInterval,
  });

/** People let in twice by stations without a network, at all checkpoints, oldest first. */
export const conflictsQuery = queryOptions({
  queryKey: ['check-ins', 'conflicts'],
  queryFn: ({ signal }) => call(listConflicts, { signal }),
  refetchInterval,
});

/** Asks again for what organisers look at. */
export function refreshCheckInOverview(): void {
  void queryClient.invalidateQueries({ queryKey: ['check-ins', 'attempts'] });
  void queryClient.invalidateQueries({ queryKey: conflictsQuery.queryKey });
}

function refreshAll(): void {
  refreshCheckInOverview();
  void queryClient.invalidateQueries({ queryKey: ['check-ins', 'list'] });
  void queryClient.invalidateQueries({ queryKey: checkInCountsQuery.queryKey });
}

/** Takes a check-in back. */
export async function undoCheckInAndRefresh(id: string, reason: string): Promise<void> {
  await call(undoCheckIn, { params: { id }, body: { reason } }).finally(refreshAll);
}

/** Settles who was let in twice. */
export async function resolveConflictAndRefresh(
  id: string,
  keep: 'first' | 'second',
  reason: string,
): Promise<void> {
  await call(resolveConflict, { params: { id }, body: { keep, reason } }).finally(refreshAll);
}
