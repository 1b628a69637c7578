import type { ProblemCode } from '../../contract/errors.ts';

/** Returns why an organizer cannot lock a decision: if there are several organizers, the one who decided cannot lock it. */
export function findLockRefusal(
  { decidedById }: { decidedById: string | null },
  { actorId, organizers }: { actorId: string; organizers: number },
): ProblemCode | undefined {
  return organizers > 1 && decidedById === actorId ? 'decision_own' : undefined;
}
