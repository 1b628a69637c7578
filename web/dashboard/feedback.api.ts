import { getMyFeedback, submitFeedback } from '../../contract/after/feedback.ts';
import type { BodySent } from '../../contract/platform/endpoint.ts';
import { call, callQuery } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';
import { useAction } from '../lib/use-action.ts';

/** The questions about the event, and whether the person can answer them. */
export const myFeedbackQuery = callQuery(['feedback', 'mine'], getMyFeedback);

/** Sends one's answers. */
export function useSubmitFeedback() {
  return useAction(
    (answers: BodySent<typeof submitFeedback>['answers']) => call(submitFeedback, { body: { answers } }),
    {
      fallback: 'Your feedback could not be sent. Please try again.',
      onSettled: () => queryClient.invalidateQueries({ queryKey: myFeedbackQuery.queryKey }),
    },
  );
}
