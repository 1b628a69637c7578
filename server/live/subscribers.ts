import { findSignedInUsers, type SignedInUser } from '../auth/sessions.service.ts';
import { findJudgeOf, type SignedInJudge } from '../judging/judge-auth.service.ts';
import { findReviewerOf, type Reviewer } from '../judging/score-review.service.ts';
import type { Services } from '../services.ts';

/** Somebody with an open page: each kind has sessions, and things to hear, of its own. */
export type Subscriber = SignedInUser | SignedInJudge | Reviewer;

/** The session that a page was opened with. */
export interface StreamSession {
  kind: Subscriber['kind'];
  token: string;
}

/** Who is behind these sessions now, by token; a token that is missing from the answer has ended. */
export async function listSubscribers(
  services: Pick<Services, 'db' | 'now' | 'config'>,
  sessions: readonly StreamSession[],
): Promise<Map<string, Subscriber>> {
  const of = (kind: Subscriber['kind']) =>
    sessions.filter((session) => session.kind === kind).map(({ token }) => token);
  const others = [
    ...of('judge').map(async (token) => [token, await findJudgeOf(services, token)] as const),
    ...of('reviewer').map(async (token) => [token, await findReviewerOf(services, token)] as const),
  ];
  const people = of('user');
  const found = new Map<string, Subscriber>(
    people.length > 0 ? await findSignedInUsers(services, people) : [],
  );
  for (const [token, hearer] of await Promise.all(others)) if (hearer) found.set(token, hearer);
  return found;
}
