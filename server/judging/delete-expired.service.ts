import type { Services } from '../services.ts';
import { judgeSessionLifetime } from './judge-auth.service.ts';
import { deleteJudgeSessionsBefore } from './judges.queries.ts';
import { deleteReviewSessionsBefore } from './score-review.queries.ts';
import { reviewSessionLifetime } from './score-review.service.ts';

/** The hourly job that forgets the sessions of judges and reviewers that are over. */
export async function deleteExpiredJudgingSessions({ db, now }: Services): Promise<void> {
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  await deleteJudgeSessionsBefore(db, before(judgeSessionLifetime));
  await deleteReviewSessionsBefore(db, before(reviewSessionLifetime));
}
