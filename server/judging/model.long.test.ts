import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { hashToken } from '../platform/sessions/session-holders.ts';
import { signUpAdmin, type TestActor } from '../testing/actors.ts';
import type { TestApp } from '../testing/app.ts';
import { rubricScores, scoreBody, signInJudge } from '../testing/judges.ts';
import {
  type JudgingAnswer,
  type JudgingModelState,
  type JudgingOperation,
  runJudgingOperation,
} from '../testing/judging-model.ts';
import { explainAnswers } from '../testing/linearize.ts';
import { createModelApp, explainRandomCalls } from '../testing/model-runs.ts';
import { expectInvariants } from '../testing/teams.ts';
import { isPaused } from './scores.queries.ts';

const judgeCount = 5;

let site: TestApp;
let organizer: TestActor;
beforeAll(async () => {
  site = await createModelApp();
  organizer = await signUpAdmin(site);
});
afterAll(() => site.close());

/** Numbers that choose from what exists when the operation is sent. A password costs a hash: few calls make one. */
const choice = fc.record({
  kind: fc.oneof(
    {
      arbitrary: fc.constantFrom(
        ...(['submit', 'submit', 'submit', 'submit', 'submit', 'skip', 'pause', 'number'] as const),
      ),
      weight: 24,
    },
    { arbitrary: fc.constantFrom('remove' as const, 'log out' as const), weight: 1 },
    { arbitrary: fc.constantFrom('reset' as const, 'create' as const), weight: 1 },
  ),
  who: fc.nat(judgeCount - 1),
  target: fc.nat(1000),
  other: fc.nat(1000),
});
type Choice = typeof choice extends fc.Arbitrary<infer C> ? C : never;

/** A judge by username, whose one session has the same name in the model. */
type Judges = Map<string, TestActor>;

/** Twelve keys for each judge, so that most are sent again, with the same body or another one. */
function toOperation(judges: Judges, { kind, who, target, other }: Choice): JudgingOperation {
  const judge = [...judges.keys()][who]!;
  switch (kind) {
    case 'submit':
      return { kind, session: judge, key: toKey(judge, target % 12), team: 1 + (other % 2), mark: other % 3 };
    case 'skip':
      return { kind, session: judge, team: 1 + (target % 3) };
    case 'log out':
      return { kind, session: judge };
    case 'pause':
      return { kind, paused: target % 3 === 0 };
    case 'remove':
    case 'reset':
      return { kind, judge };
    default:
      return { kind };
  }
}

const keys = new Map<string, string>();

function toKey(judge: string, n: number): string {
  const name = `${judge} ${n}`;
  const key = keys.get(name) ?? crypto.randomUUID();
  keys.set(name, key);
  return key;
}

function send(judges: Judges, operation: JudgingOperation): ReturnType<TestActor['call']> {
  const judge = 'session' in operation ? judges.get(operation.session)! : organizer;
  switch (operation.kind) {
    case 'submit': {
      const { key, team, mark } = operation;
      const scores = rubricScores('hacker', [mark, 0, 0, 0, 0]);
      const headers = { 'idempotency-key': key };
      return judge.call('POST', '/scores', scoreBody({ team_number: team, scores }), { headers });
    }
    case 'skip': {
      const skipped = { track: 'hacker', teamNumber: operation.team, reason: 'conflict' };
      return judge.call('POST', '/judge/skip', skipped);
    }
    case 'log out':
      return judge.call('POST', '/judge/logout');
    case 'pause':
      return organizer.call('PUT', '/judging/pause', { paused: operation.paused });
    case 'remove':
      return organizer.call('DELETE', `/judging/judges/${operation.judge}`);
    case 'reset':
      return organizer.call('POST', `/judging/judges/${operation.judge}/password`);
    case 'create':
      return organizer.call('POST', '/judging/judges', { count: 1 });
    case 'number':
      return organizer.call('POST', '/judging/tables');
  }
}

const answers: Record<number, JudgingAnswer> = {
  200: 'done',
  201: 'done',
  204: 'done',
  401: 'signed out',
  404: 'missing',
  409: 'paused',
  422: 'mismatch',
};

function toAnswer(
  { kind }: JudgingOperation,
  { statusCode, body }: { statusCode: number; body: string },
): JudgingAnswer {
  if (body.includes('conflict_declared')) return 'conflict';
  return kind === 'submit' && statusCode === 200 ? 'again' : answers[statusCode]!;
}

/** Returns what the database holds about these judges. */
async function readState(judges: Judges): Promise<JudgingModelState> {
  const { db } = site.database;
  const ids = [...judges.values()].map(({ id }) => id);
  const nameOf = (id: string) => [...judges].find(([, judge]) => judge.id === id)![0];
  const accounts = await db.selectFrom('judges').select(['username', 'removed_at']).execute();
  const sessions = await db.selectFrom('judge_sessions').select('token_hash').execute();
  const open = new Set(sessions.map(({ token_hash: hash }) => hash.toString('hex')));
  const scores = await db.selectFrom('scores').selectAll().where('judge_id', 'in', ids).execute();
  const visits = await db.selectFrom('table_visits').selectAll().where('judge_id', 'in', ids).execute();
  const conflicts = visits.filter(({ state }) => state === 'conflict');
  return {
    paused: await isPaused(db),
    accounts: accounts.length,
    removed: accounts.filter(({ removed_at: at }) => at !== null).map(({ username }) => username),
    sessions: Object.fromEntries(
      [...judges]
        .filter(([, { cookie }]) => open.has(hashToken(cookie.split('=')[1]!).toString('hex')))
        .map(([username]) => [username, username]),
    ),
    scores: Object.fromEntries(
      scores.map((row) => [
        `${nameOf(row.judge_id)} ${row.idempotency_key}`,
        { team: row.team_number, mark: row.scores.innovation! },
      ]),
    ),
    conflicts: [...new Set(conflicts.map((row) => `${nameOf(row.judge_id)} ${row.team_number}`))],
  };
}

/** Returns a state as a text that equals another's if and only if the states do. */
function canonical({ paused, accounts, removed, sessions, scores, conflicts }: JudgingModelState): string {
  const saved = Object.entries(scores).map(([key, { team, mark }]) => `${key} ${team} ${mark}`);
  const lists = [removed, Object.keys(sessions), saved, conflicts].map((list) => [...list].sort());
  return JSON.stringify([paused, accounts, lists]);
}

async function play(plan: Choice[][]): Promise<void> {
  const judges: Judges = new Map();
  for (let n = 0; n < judgeCount; n += 1) {
    const judge = await signInJudge(site);
    const { username } = await site.database.db
      .selectFrom('judges')
      .where('id', '=', judge.id)
      .select('username')
      .executeTakeFirstOrThrow();
    judges.set(username, judge);
  }
  let world = await readState(judges);
  for (const choices of plan) {
    const done = await Promise.all(
      choices.map(async (chosen) => {
        const operation = toOperation(judges, chosen);
        return { operation, answer: toAnswer(operation, await send(judges, operation)) };
      }),
    );
    const seen = await readState(judges);
    const after = explainAnswers(
      world,
      done,
      runJudgingOperation,
      (end) => canonical(end) === canonical(seen),
    );
    expect(after, JSON.stringify({ world, done, seen }, null, 1)).toBeDefined();
    world = after!;
  }
  await expectInvariants(site);
}

explainRandomCalls('about judging', () => site, choice, { batches: 25, runs: 4, play });
