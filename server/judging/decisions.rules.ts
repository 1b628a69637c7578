import type { ProblemCode } from '../../contract/errors.ts';

/** Returns why an organizer cannot lock a decision: with several organizers, another one than whoever decided locks it. */
export function findLockRefusal(
  { decidedById }: { decidedById: string | null },
  { actorId, organizers }: { actorId: string; organizers: number },
): ProblemCode | undefined {
  return organizers > 1 && decidedById === actorId ? 'decision_own' : undefined;
}
