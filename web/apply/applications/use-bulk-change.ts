import { skipToken, useQuery } from '@tanstack/react-query';
import { texts } from '../../../contract/texts.ts';
import { queryClient } from '../../lib/call.ts';
import { useAction } from '../../lib/use-action.ts';
import { decideOnSeveral, refreshApplications, undoSeveral } from './applications.api.ts';

export type Decision = 'approved' | 'rejected';

interface BulkResult {
  sent: Parameters<typeof decideOnSeveral>[0];
  done: Awaited<ReturnType<typeof decideOnSeveral>>;
  undone?: Awaited<ReturnType<typeof undoSeveral>>;
}

const lastKey = ['last bulk change'];
const storeLast = (last: BulkResult | null) => queryClient.setQueryData(lastKey, last);

/**
 * Decides on many applications at once, and undoes that; each stays to be shown until it is dismissed, and after a visit to
 * another page too.
 */
export function useBulkChange() {
  const { data: last } = useQuery<BulkResult | null>({ queryKey: lastKey, queryFn: skipToken });
  const options = { fallback: texts.admin.statusFailed, onSettled: refreshApplications };
  const change = useAction(decideOnSeveral, {
    ...options,
    isShown: true,
    onSuccess: (done, sent) => storeLast({ sent, done }),
  });
  const undo = useAction(undoSeveral, {
    ...options,
    onSuccess: (undone) => storeLast(last ? { ...last, undone } : null),
  });
  return {
    ...last,
    change,
    undo,
    sent: last?.sent ?? change.variables,
    start: (sent: BulkResult['sent']) => {
      storeLast(null);
      change.mutate(sent);
    },
    dismiss: () => {
      storeLast(null);
      change.reset();
    },
  };
}

export type BulkChange = ReturnType<typeof useBulkChange>;
