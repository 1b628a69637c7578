import type { MyFeedback } from '../../../contract/after/feedback.ts';

export function feedbackRefusal(state: {
  isOpen: boolean;
  wasThere: boolean;
  given: boolean;
}): MyFeedback['refusal'] {
  if (!state.wasThere) return 'feedback_not_there';
  if (!state.isOpen) return 'feedback_closed';
  return state.given ? 'feedback_given' : null;
}
