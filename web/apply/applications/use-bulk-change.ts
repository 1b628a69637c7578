import { texts } from '../../../contract/texts.ts';
import { useAction } from '../../lib/use-action.ts';
import { decideOnSeveral, refreshApplications, undoSeveral } from './applications.api.ts';

export type Decision = 'approved' | 'rejected';

/** Decides on many applications at once, and undoes that; each stays to be shown until it is dismissed. */
export function useBulkChange() {
  const options = { fallback: texts.admin.statusFailed, onSettled: refreshApplications };
  const change = useAction(decideOnSeveral, { ...options, isShown: true });
  const undo = useAction(undoSeveral, options);
  return {
    change,
    undo,
    start: (sent: Parameters<typeof decideOnSeveral>[0]) => {
      undo.reset();
      change.mutate(sent);
    },
    dismiss: () => {
      undo.reset();
      change.reset();
    },
  };
}

export type BulkChange = ReturnType<typeof useBulkChange>;
