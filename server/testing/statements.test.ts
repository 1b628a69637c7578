import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, signUpAdmin, type TestActor } from './actors.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createApplicant } from './applicants.ts';
import { submitForm } from './forms.ts';
import { scoreBody, signInJudge } from './judges.ts';

// How many statements frequent calls send, with those that begin and end a transaction: no machine makes that another number.

let site: TestApp;
let grace: TestActor;
let ada: TestActor;
let judge: TestActor;
const sent: string[] = [];
const { query } = pg.Client.prototype;
beforeAll(async () => {
  site = await createTestApp();
  grace = await signUpAdmin(site);
  ada = await signUp(site);
  judge = await signInJudge(site);
  await createApplicant(site, ada, { status: 'approved' });
  pg.Client.prototype.query = function (this: pg.Client, statement: unknown, ...rest: unknown[]) {
    sent.push(typeof statement === 'string' ? statement : (statement as { text: string }).text);
    return (query as (...args: unknown[]) => unknown).call(this, statement, ...rest);
  } as typeof query;
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await site.close();
});

type Answer = { statusCode: number; body: string };

/** Each call with its statements: of the second one of two, because the first prepares what later ones share. */
const calls: Record<
  string,
  { most: number; call: (turn: number) => Promise<Answer> | Promise<() => Promise<Answer>> }
> = {
  'the session': { most: 1, call: () => ada.call('GET', '/auth/user') },
  'the own application': { most: 2, call: () => ada.call('GET', '/applications/me') },
  'a page of the list': { most: 4, call: () => grace.call('GET', '/applications?limit=50') },
  'a search for words': { most: 4, call: () => grace.call('GET', '/applications/search?term=ann') },
  'a check-in': {
    most: 3,
    call: (turn) =>
      grace.call('POST', '/applications/check-in', {
        userId: ada.id,
        checkpoint: ['entrance', 'saturday-lunch'][turn],
      }),
  },
  'an application': {
    most: 12,
    call: async () => {
      const applicant = await signUp(site);
      return () => submitForm(applicant);
    },
  },
  'an application with a new team': {
    most: 20,
    call: async () => {
      const applicant = await signUp(site);
      return () => submitForm(applicant, { teamPreference: 'createTeam', teamName: 'Owls' });
    },
  },
  'a new team': {
    most: 12,
    call: async () => {
      const leader = await signUp(site);
      return () => leader.call('POST', '/teams', { name: 'Owls', maxMembers: 4 });
    },
  },
  'joining a team': {
    most: 19,
    call: async () => {
      const [leader, joiner] = [await signUp(site), await signUp(site)];
      const { inviteCode } = (await leader.call('POST', '/teams', { name: 'Owls', maxMembers: 4 })).json();
      return () => joiner.call('POST', '/teams/join', { inviteCode });
    },
  },
  'a score': {
    most: 14,
    call: (turn) => judge.call('POST', '/scores', scoreBody({ team_number: turn + 1 })),
  },
};

test.each(Object.entries(calls))('%s', async (_, { most, call }) => {
  let statements: string[] = [];
  for (const turn of [0, 1]) {
    sent.length = 0;
    let answer = await call(turn);
    if (typeof answer === 'function') {
      sent.length = 0;
      answer = await answer();
    }
    statements = [...sent];
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
});
