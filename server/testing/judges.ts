import { findJudgeByUsername, insertJudge } from '../judging/judges.queries.ts';
import { openSession } from '../people-data/sessions.service.ts';
import { sessionCookieName } from '../platform/sessions/session-cookies.ts';
import { type TestActor, withCookie } from './actors.ts';
import type { TestProgram } from './app.ts';

let count = 0;

/** A judge with a fresh session, without the work of a password. */
export async function signInJudge(
  site: TestProgram,
  { name, prize = null }: { name?: string; prize?: string | null } = {},
): Promise<TestActor> {
  const { services } = site;
  count += 1;
  const username = `tester${count}`;
  const called = name ?? `Ruth ${count}`;
  await insertJudge(services.db, { username, name: called, password_hash: 'none', track: null, prize });
  const { id } = (await findJudgeByUsername(services.db, username))!;
  const token = await openSession(services, services.db, 'judge', { judge_id: id });
  return { ...withCookie(site, `${sessionCookieName(services.config, 'judge')}=${token}`), id, name: called };
}

/** Somebody who has unlocked the results. */
export async function signInReviewer(site: TestProgram): Promise<TestActor> {
  const password = site.services.config.scoreReviewPassword;
  const answer = await withCookie(site, '').call('POST', '/score-review/unlock', { password });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return withCookie(site, answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}

/** A body that a judge may send, all sevens unless it says otherwise. */
export function scoreBody(changes: object = {}) {
  return {
    team_name: 'Night Owls',
    team_number: 12,
    track: 'hacker',
    scores: { innovation: 7, technical: 7, impact: 7, presentation: 7, design: 7 },
    special_categories: null,
    ...changes,
  };
}

/** The marks of a track in the rubric's order. */
export function rubricScores(
  track: 'hacker' | 'startup',
  [a = 0, b = 0, c = 0, d = 0, e = 0]: readonly number[],
) {
  return track === 'hacker'
    ? { innovation: a, technical: b, impact: c, presentation: d, design: e }
    : { viability: a, prototype: b, innovation: c, pitch: d, market: e };
}
