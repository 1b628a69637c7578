import type { SignedInJudge } from '../platform/sessions/sessions.service.ts';

/** Returns why a judge scores no tracks; undefined when they do. */
export function trackScoringRefusal({ prize }: Pick<SignedInJudge, 'prize'>): 'judge_of_prize' | undefined {
  return prize ? 'judge_of_prize' : undefined;
}
