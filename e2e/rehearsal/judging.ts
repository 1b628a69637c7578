import type { JudgingProgress } from '../../contract/judging/judging-admin.ts';
import type { Publication } from '../../contract/judging/results.ts';
import { createRng } from '../../server/operations/seed/random.ts';
import { toDecision } from '../../server/testing/results.ts';

type Track = 'hacker' | 'startup';
export interface Account {
  username: string;
  password: string;
}

/**
 * Returns a function that makes calls as one person. It throws an Error with the answer to a refused call, and returns
 * undefined for the status `allowed`.
 */
export type Caller = <T>(method: string, path: string, body?: unknown, allowed?: number) => Promise<T>;

export function createCaller(url: string, cookie = ''): Caller {
  return async (method, path, body, allowed) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(path === '/scores' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    if (answer.status === allowed) return undefined;
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(json)}`);
    return json;
  };
}

async function logIn(url: string, { username, password }: Account): Promise<string> {
  const answer = await fetch(`${url}/api/judge/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export interface Judged {
  accounts: Account[];
  scores: number;
  /** Scores that were refused during the pause, and sent again. */
  refusedInPause: number;
  /** How often a judge was sent to a table whose team is not checked in. */
  walksToAbsent: number;
  progress: JudgingProgress;
  publication: Publication;
}

/** Assigns tables to the teams that are there, lets judges score them with a pause in between, and publishes the winners. */
export async function letJudge(url: string, organizer: Caller, judges: number): Promise<Judged> {
  await organizer('POST', '/judging/tables?who=checked-in');
  const { accounts } = await organizer<{ accounts: Account[] }>('POST', '/judging/judges', {
    count: judges,
  });
  const { tables } = await organizer<JudgingProgress>('GET', '/judging/progress');
  const unattended = new Set(tables.filter((table) => table.unattended).map(({ teamNumber }) => teamNumber));
  const startups = tables.filter(({ track }) => track === 'startup').length;
  const forStartups = startups === 0 ? 0 : Math.max(1, Math.round((judges * startups) / tables.length));
  const totals = { scores: 0, refusedInPause: 0, walksToAbsent: 0 };
  // After a third of the scores, judging is paused until every judge has been refused once.
  const pauseAt = tables.length;
  let pausing: Promise<unknown> | undefined;
  const judge = async (account: Account, at: number) => {
    const call = createCaller(url, await logIn(url, account));
    const track: Track = at < forStartups ? 'startup' : 'hacker';
    const rng = createRng(at + 1);
    const strictness = rng.int(3);
    for (let walks = 0; walks < tables.length * 2; walks += 1) {
      const { next } = await call<{ next: { teamNumber: number; teamName: string } | null }>(
        'GET',
        `/judge/next?track=${track}`,
      );
      if (!next) return;
      if (unattended.has(next.teamNumber)) totals.walksToAbsent += 1;
      const mark = () => Math.min(10, 3 + (next.teamNumber % 5) + strictness + rng.int(3));
      const { rubric } = await call<{ rubric: Record<Track, { key: string }[]> }>('GET', '/event');
      const score = {
        team_name: next.teamName,
        team_number: next.teamNumber,
        track,
        scores: Object.fromEntries(rubric[track].map(({ key }) => [key, mark()])),
        special_categories: null,
      };
      while ((await call<object | undefined>('POST', '/scores', score, 409)) === undefined) {
        totals.refusedInPause += 1;
        await pausing;
      }
      totals.scores += 1;
      if (totals.scores === pauseAt) {
        await organizer('PUT', '/judging/pause', { paused: true });
        pausing = new Promise((over) => setTimeout(over, 500)).then(() =>
          organizer('PUT', '/judging/pause', { paused: false }),
        );
      }
    }
  };
  await Promise.all(accounts.map(judge));
  await pausing;
  const { version, groups } = await organizer<Publication>('GET', '/results');
  for (const group of groups)
    await organizer('PUT', '/results/decision', {
      group: group.key,
      version,
      revision: 0,
      ...toDecision(group, { places: group.places }),
    });
  const publication = await organizer<Publication>('GET', '/results');
  const locked = publication.groups.map(({ key, decision }) => `${key} ${decision!.revision}`);
  await organizer('PUT', '/results', { locked });
  const progress = await organizer<JudgingProgress>('GET', '/judging/progress');
  return { accounts, ...totals, progress, publication };
}
