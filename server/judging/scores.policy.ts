import type { ProblemCode } from '../../contract/errors.ts';
import type { JudgingTrack } from '../../contract/judging/judging.ts';
import type { SignedInJudge, SignedInUser } from '../platform/sessions/session-holders.ts';

/** Returns why a judge cannot score a track: judges assigned to one score no other; all others choose. */
export function trackRefusal(
  judge: Pick<SignedInJudge, 'track'>,
  track: JudgingTrack,
): ProblemCode | undefined {
  return judge.track !== null && judge.track !== track ? 'other_track' : undefined;
}

/** Owners and judging leads open the results without the password; other organizers need it. */
export const canOpenScores = ({ role, isOwner }: Pick<SignedInUser, 'role' | 'isOwner'>): boolean =>
  isOwner || role === 'judging-lead';
