import type { ProblemCode } from '../../../contract/errors.ts';

export function certificateRefusal(state: {
  isOver: boolean;
  wasCheckedIn: boolean;
}): ProblemCode | undefined {
  if (!state.wasCheckedIn) return 'certificate_not_there';
  return state.isOver ? undefined : 'certificate_too_early';
}
