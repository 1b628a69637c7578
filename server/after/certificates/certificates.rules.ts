import type { ProblemCode } from '../../../contract/errors.ts';

/** Returns why somebody has no certificate now; undefined when they have one. */
export function certificateRefusal(state: {
  isOver: boolean;
  wasCheckedIn: boolean;
}): ProblemCode | undefined {
  if (!state.wasCheckedIn) return 'certificate_not_there';
  return state.isOver ? undefined : 'certificate_too_early';
}
