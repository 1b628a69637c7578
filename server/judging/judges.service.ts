import { cleanLine } from '../../contract/text-rules.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { JudgingTrack } from '../db/judging-tables.ts';
import { transact } from '../db/transact.ts';
import type { Services } from '../services.ts';
import {
  activeJudges,
  endSessionsOf,
  insertJudge,
  markRemoved,
  replacePassword,
  takenNames,
} from './judges.queries.ts';
import { hashPassword, newPassword } from './password.ts';

/** A judge to be made; what is left out is chosen. */
export interface Wanted {
  username?: string;
  name?: string;
  track?: JudgingTrack | null;
}

/** A judge's account with its password, which nobody can read again. */
export interface Account {
  username: string;
  password: string;
  name: string;
}

function firstFree(stem: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`;
}

/** Makes judges with new passwords. Throws a sentence when a username or name is taken or empty. */
export async function createJudges(
  { db, random }: Pick<Services, 'db' | 'random'>,
  wanted: readonly Wanted[],
): Promise<Account[]> {
  const taken = await takenNames(db);
  const usernames = new Set(taken.map(({ username }) => username));
  const names = new Set(taken.map(({ name }) => name));
  const made: (Account & { track: JudgingTrack | null })[] = [];
  for (const each of wanted) {
    const username = cleanLine(each.username ?? '').toLowerCase() || firstFree('judge', usernames);
    const name = cleanLine(each.name ?? '') || firstFree('Judge ', names);
    if (!/^[a-z0-9._-]{1,60}$/.test(username)) throw new Error(`"${username}" cannot be a username.`);
    if (usernames.has(username)) throw new Error(`The username ${username} is taken.`);
    if (names.has(name)) throw new Error(`There is a judge called ${name} already. Results go by name.`);
    usernames.add(username);
    names.add(name);
    made.push({ username, name, password: newPassword(random), track: each.track ?? null });
  }
  const hashes = await Promise.all(made.map(({ password }) => hashPassword(password)));
  await transact(db, async (trx) => {
    for (const [at, { username, name, track }] of made.entries())
      await insertJudge(trx, { username, name, password_hash: hashes[at]!, track });
    const detail = { usernames: made.map(({ username }) => username) };
    await recordAudit(trx, { actorId: null, action: 'judges.created', subject: 'judges', detail });
  });
  return made.map(({ username, password, name }) => ({ username, password, name }));
}

/** Everybody who may judge, in the order of making. */
export function listJudges({ db }: Pick<Services, 'db'>) {
  return activeJudges(db);
}

/** Gives a judge a new password and ends the sessions of the old one; undefined when there is no such judge. */
export async function resetJudge(
  { db, random }: Pick<Services, 'db' | 'random'>,
  username: string,
): Promise<string | undefined> {
  const password = newPassword(random);
  const hash = await hashPassword(password);
  const found = await transact(db, async (trx) => {
    if (!(await replacePassword(trx, username, hash))) return false;
    await endSessionsOf(trx, username);
    await recordAudit(trx, { actorId: null, action: 'judge.reset', subject: username });
    return true;
  });
  return found ? password : undefined;
}

/** Takes a judge out, who is signed out at once; the scores stay and count. False when there is no such judge. */
export function removeJudge({ db, now }: Pick<Services, 'db' | 'now'>, username: string): Promise<boolean> {
  return transact(db, async (trx) => {
    if (!(await markRemoved(trx, username, now()))) return false;
    await endSessionsOf(trx, username);
    await recordAudit(trx, { actorId: null, action: 'judge.removed', subject: username });
    return true;
  });
}
