import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { getApplicantIndex } from '../apply/search/applicant-index.ts';
import { signUp, signUpAdmin } from './actors.ts';
import type { TestProgram } from './app.ts';
import { createApplicant } from './applicants.ts';
import { submitForm } from './forms.ts';
import { scoreBody, signInJudge } from './judges.ts';

type Answer = { statusCode: number; body: string; json: () => { inviteCode?: string } };
/** Makes a call, or prepares one. */
type Call = (turn: number) => Promise<Answer> | Promise<() => Promise<Answer>>;

/** The most statements that a frequent call sends, with those that begin and end a transaction. */
export const mostStatements = {
  'the session': 1,
  'the own application': 2,
  'a page of the list': 4,
  'a search for words': 4,
  'a check-in': 3,
  'an application': 12,
  'an application with a new team': 18,
  'a new team': 12,
  'joining a team': 18,
  'a score': 14,
};

export type FrequentCall = keyof typeof mostStatements;

/**
 * Makes the frequent calls; returns the statements of the second of two, because the first prepares what others share. `sent`
 * is of `watchStatements`, called before the site has opened its database.
 */
export async function listStatements(
  site: TestProgram,
  sent: Statement[],
): Promise<Record<FrequentCall, string[]>> {
  const [grace, ada, judge] = [await signUpAdmin(site), await signUp(site), await signInJudge(site)];
  await createApplicant(site, ada, { status: 'approved' });
  const checkpoints = site.services.event.checkpoints.map(({ id }) => id);
  const team = { name: 'Owls', maxMembers: 4 };
  const calls: Record<FrequentCall, Call> = {
    'the session': () => ada.call('GET', '/auth/user'),
    'the own application': () => ada.call('GET', '/applications/me'),
    'a page of the list': () => grace.call('GET', '/applications?limit=50'),
    'a search for words': () => grace.call('GET', '/applications/search?term=ann'),
    'a check-in': (turn) =>
      grace.call('POST', '/applications/check-in', { userId: ada.id, checkpoint: checkpoints[turn] }),
    'an application': async () => {
      const applicant = await signUp(site);
      return () => submitForm(applicant);
    },
    'an application with a new team': async () => {
      const applicant = await signUp(site);
      return () => submitForm(applicant, { teamPreference: 'createTeam', teamName: 'Owls' });
    },
    'a new team': async () => {
      const leader = await signUp(site);
      return () => leader.call('POST', '/teams', team);
    },
    'joining a team': async () => {
      const [leader, joiner] = [await signUp(site), await signUp(site)];
      const { inviteCode } = (await leader.call('POST', '/teams', team)).json();
      return () => joiner.call('POST', '/teams/join', { inviteCode });
    },
    'a score': (turn) => judge.call('POST', '/scores', scoreBody({ team_number: turn + 1 })),
  };
  const statements: [string, string[]][] = [];
  for (const [name, call] of Object.entries(calls)) {
    for (const turn of [0, 1]) {
      // The list prepares the search in the background: no statement of its own.
      await getApplicantIndex(site.services).refresh();
      // Nor have notifications that are sent a little later (`notifySubscribersSoon`).
      await setTimeout(300);
      sent.length = 0;
      let answer = await call(turn);
      if (typeof answer === 'function') {
        sent.length = 0;
        answer = await answer();
      }
      if (answer.statusCode > 299) throw new Error(`${name} is answered with ${answer.body}`);
    }
    if (sent.length === 0) throw new Error(`No statement of ${name} was seen`);
    statements.push([name, sent.map(({ text }) => text)]);
  }
  return Object.fromEntries(statements) as Record<FrequentCall, string[]>;
}

/** A statement as it is sent to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Notes every statement on the connections that are opened until `stop`. */
export function watchStatements(): { sent: Statement[]; stop: () => void } {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, given: string | Statement, ...rest: unknown[]) {
    const { text, values = rest[0] } = typeof given === 'string' ? { text: given } : given;
    sent.push({ text, values: Array.isArray(values) ? values : [] });
    return (query as (...args: unknown[]) => unknown).call(this, given, ...rest);
  } as typeof query;
  const stop = () => {
    pg.Client.prototype.query = query;
  };
  return { sent, stop };
}
