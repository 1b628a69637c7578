import { resolveProblem } from '../../../contract/event-day/check-in-overview.ts';
import { useCallAction } from '../../lib/call-action.api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Marks a problem from a station as done. */
export const useResolveProblem = () =>
  useCallAction(resolveProblem, {
    fallback: 'This problem could not be marked as done. Please try again.',
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['check-ins', 'refused-scans'] });
      void queryClient.invalidateQueries({ queryKey: ['home'] });
    },
  });
