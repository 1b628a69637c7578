import { resolveProblem } from '../../../contract/event-day/check-in-overview.ts';
import { queryClient } from '../../lib/call.ts';
import { createAction } from '../../lib/use-action.ts';

export const useResolveProblem = createAction(resolveProblem, {
  onSettled: () => {
    void queryClient.invalidateQueries({ queryKey: ['check-ins', 'refused-scans'] });
    void queryClient.invalidateQueries({ queryKey: ['home'] });
  },
});
