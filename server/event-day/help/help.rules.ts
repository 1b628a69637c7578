import type { ProblemCode } from '../../../contract/errors.ts';
import type { HelpState } from '../../../contract/event-day/help.ts';
import type { SignedInUser } from '../../platform/sessions/sessions.service.ts';

interface Request {
  state: HelpState;
  userId: string;
  mentorId: string | null;
}

const hasEnded = ({ state }: Pick<Request, 'state'>) => state === 'solved' || state === 'cancelled';

/** Returns why somebody cannot ask for help after their latest request; undefined when they can. */
export function askRefusal(
  { applicationStatus }: SignedInUser,
  latest?: Pick<Request, 'state'>,
): ProblemCode | undefined {
  if (applicationStatus !== 'approved') return 'forbidden';
  return latest && !hasEnded(latest) ? 'help_open' : undefined;
}

/**
 * Returns why a person cannot bring a request into a state now; undefined when they can. Mentors claim what nobody has and
 * their own; whoever has claimed it hands it back or says that it is solved; whoever asked solves or cancels it.
 */
export function stateRefusal(
  request: Request,
  next: HelpState,
  by: { id: string; isMentor: boolean },
): ProblemCode | undefined {
  const isAsker = request.userId === by.id;
  const isHelper = by.isMentor && request.mentorId === by.id;
  if (next === 'claimed' ? isAsker : next === 'waiting' ? !by.isMentor : next === 'cancelled' && !isAsker)
    return 'forbidden';
  if (hasEnded(request)) return 'help_ended';
  if (next === 'claimed') return request.mentorId ? 'help_taken' : undefined;
  return isHelper || (isAsker && next !== 'waiting') ? undefined : 'help_taken';
}

/** Returns why a person cannot rate a request; undefined when they can. */
export function ratingRefusal({ state, userId, mentorId }: Request, by: string): ProblemCode | undefined {
  return state === 'solved' && userId === by && mentorId ? undefined : 'forbidden';
}
