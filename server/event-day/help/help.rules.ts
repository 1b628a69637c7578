import type { ProblemCode } from '../../../contract/errors.ts';
import type { HelpState } from '../../../contract/event-day/help.ts';
import type { UserRow } from '../../people-data/users-with-status.ts';

interface Request {
  state: HelpState;
  userId: string;
  mentorId: string | null;
}

const hasEnded = ({ state }: Pick<Request, 'state'>) => state === 'solved' || state === 'cancelled';

export function askRefusal(
  { applicationStatus }: Pick<UserRow, 'applicationStatus'>,
  latest?: Pick<Request, 'state'>,
): ProblemCode | undefined {
  if (applicationStatus !== 'approved') return 'forbidden';
  return latest && !hasEnded(latest) ? 'help_open' : undefined;
}

/**
 * Returns why a mentor or the requester cannot change a request's state now; undefined if they can. Mentors claim free
 * requests, and hand back or solve their own; requesters solve or cancel theirs.
 */
export function stateRefusal(request: Request, next: HelpState, by: string): ProblemCode | undefined {
  const isAsker = request.userId === by;
  if (isAsker ? next === 'claimed' || next === 'waiting' : next === 'cancelled') return 'forbidden';
  if (hasEnded(request)) return 'help_ended';
  const expected = next === 'claimed' ? null : by;
  return isAsker || request.mentorId === expected ? undefined : 'help_taken';
}

export function ratingRefusal({ state, userId, mentorId }: Request, by: string): ProblemCode | undefined {
  return state === 'solved' && userId === by && mentorId ? undefined : 'forbidden';
}
