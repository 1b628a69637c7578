import type { ProblemCode } from '../../../contract/errors.ts';
import type { HelpState } from '../../../contract/event-day/help.ts';
import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';

interface Request {
  state: HelpState;
  userId: string;
  mentorId: string | null;
}

/** Returns why somebody cannot ask for help; undefined when they can. */
export function askRefusal({ applicationStatus }: SignedInUser): ProblemCode | undefined {
  return applicationStatus === 'approved' ? undefined : 'forbidden';
}

/**
 * Returns why a person cannot bring a request into a state now; undefined when they can. Mentors claim what nobody has and
 * nobody's own; whoever has claimed it hands it back or says that it is solved; whoever asked solves or cancels it.
 */
export function stateRefusal(
  { state, userId, mentorId }: Request,
  next: HelpState,
  by: { id: string; isMentor: boolean },
): ProblemCode | undefined {
  const isAsker = userId === by.id;
  const isHelper = by.isMentor && mentorId === by.id;
  if (next === 'claimed' ? isAsker : next === 'waiting' ? !by.isMentor : next === 'cancelled' && !isAsker)
    return 'forbidden';
  if (state === 'solved' || state === 'cancelled') return 'help_ended';
  if (next === 'claimed') return mentorId ? 'help_taken' : undefined;
  return isHelper || (isAsker && next !== 'waiting') ? undefined : 'help_taken';
}

/** Returns why a person cannot rate a request; undefined when they can. */
export function ratingRefusal({ state, mentorId }: Request): ProblemCode | undefined {
  return state === 'solved' && mentorId ? undefined : 'forbidden';
}
