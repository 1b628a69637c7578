import type { JudgingTrack } from '../../contract/judging.ts';
import { judgeUsername } from '../../contract/judging.ts';
import { listJudgedPrizes } from '../../contract/prizes.ts';
import { cleanLine } from '../../contract/text-rules.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { transact } from '../db/transact.ts';
import { notifySubscribers } from '../live/notify.ts';
import type { Services } from '../services.ts';
import { closeJudgeSessions } from '../sessions/sessions.service.ts';
import {
  insertJudge,
  lockJudges,
  markJudgeRemoved,
  selectActiveJudges,
  selectTakenUsernames,
  updateJudgeName,
  updateJudgePassword,
} from './judges.queries.ts';
import { hashPassword, newPassword } from './password.ts';

/** A judge to create; missing fields are filled in. */
export interface NewJudge {
  username?: string;
  name?: string;
  track?: JudgingTrack | null;
  /** The key of a prize that has judges of its own. */
  prize?: string | null;
}

/** A judge's account with its password, which is stored as a hash only. */
export interface CreatedJudge {
  username: string;
  password: string;
  name: string;
}

type Named = Partial<Pick<CreatedJudge, 'username' | 'name'>>;

/** Returns the greatest number of a judge who is named by number ("judge12", "Judge 12"), 0 when there is none. */
function findLastNumber(judges: readonly Named[]): number {
  const numbers = judges
    .flatMap(({ username, name }) => [username, name])
    .map((text) => Number(/^judge ?(\d{1,6})$/i.exec(cleanLine(text ?? ''))?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** A list of judges that cannot be created; the message is a sentence for the organizer. */
export class InvalidJudgeList extends Error {}

/** Throws InvalidJudgeList when a judge, removed ones included, has this name. */
function requireFreeName(names: ReadonlySet<string>, name: string): void {
  if (names.has(name))
    throw new InvalidJudgeList(`There is already a judge named ${name}. Results are shown by name.`);
}

type Chosen = Pick<CreatedJudge, 'username' | 'name'> & { track: JudgingTrack | null; prize: string | null };

function choose(
  requested: readonly NewJudge[],
  taken: readonly Pick<CreatedJudge, 'username' | 'name'>[],
): Chosen[] {
  // Numbers go on after the last and are never given again: a removed judge keeps theirs, and so does a renamed one.
  let number = findLastNumber([...taken, ...requested]);
  const usernames = new Set(taken.map(({ username }) => username));
  const names = new Set(taken.map(({ name }) => name));
  return requested.map((each) => {
    const own = { username: cleanLine(each.username ?? '').toLowerCase(), name: cleanLine(each.name ?? '') };
    if (!own.username || !own.name) number += 1;
    const username = own.username || `judge${number}`;
    const name = own.name || `Judge ${number}`;
    if (!judgeUsername.safeParse(username).success)
      throw new InvalidJudgeList(`"${username}" cannot be a username.`);
    if (usernames.has(username)) throw new InvalidJudgeList(`The username ${username} is taken.`);
    requireFreeName(names, name);
    usernames.add(username);
    names.add(name);
    return { username, name, track: each.track ?? null, prize: each.prize ?? null };
  });
}

/** Throws InvalidJudgeList for a prize that has no judges of its own, and for somebody who would judge a track too. */
function requirePrizes(event: Services['event'], requested: readonly NewJudge[]): void {
  const keys = listJudgedPrizes(event).map(({ key }) => key);
  for (const { prize, track } of requested) {
    if (!prize) continue;
    if (!keys.includes(prize))
      throw new InvalidJudgeList(
        `"${prize}" is not a prize with judges of its own. ${keys.length > 0 ? `Use ${keys.join(', ')}.` : 'This event has none.'}`,
      );
    if (track) throw new InvalidJudgeList('A judge scores a track or a prize, not both.');
  }
}

/** Creates judges with new passwords, all or none. Throws InvalidJudgeList when a username or name is taken or invalid. */
export async function insertJudges(
  { db, random, event }: Pick<Services, 'db' | 'random' | 'event'>,
  requested: readonly NewJudge[],
  actorId: string | null = null,
): Promise<CreatedJudge[]> {
  const passwords = requested.map(() => newPassword(random));
  const hashes = await Promise.all(passwords.map(hashPassword));
  return transact(db, async (trx) => {
    await lockJudges(trx);
    requirePrizes(event, requested);
    const chosen = choose(requested, await selectTakenUsernames(trx));
    for (const [at, { username, name, track, prize }] of chosen.entries())
      await insertJudge(trx, { username, name, password_hash: hashes[at]!, track, prize });
    const detail = { usernames: chosen.map(({ username }) => username) };
    await recordAudit(trx, { actorId, action: 'judges.created', subject: 'judges', detail });
    await notifySubscribers(trx, 'judging');
    return chosen.map(({ username, name }, at) => ({ username, password: passwords[at]!, name }));
  });
}

/** Returns the judges who are not removed, oldest account first. */
export function listJudges({ db }: Pick<Services, 'db'>) {
  return selectActiveJudges(db);
}

/** Replaces a judge's password and ends the judge's sessions. Returns undefined when there is no such judge. */
export async function replaceJudgePassword(
  { db, random }: Pick<Services, 'db' | 'random'>,
  username: string,
  actorId: string | null = null,
): Promise<CreatedJudge | undefined> {
  const password = newPassword(random);
  const hash = await hashPassword(password);
  return transact(db, async (trx) => {
    const name = await updateJudgePassword(trx, username, hash);
    if (name === undefined) return undefined;
    await closeJudgeSessions(trx, username);
    await recordAudit(trx, { actorId, action: 'judge.reset', subject: username });
    return { username, password, name };
  });
}

/**
 * Renames a judge, whose scores are shown with the new name from then on. Returns false when there is no such judge; throws
 * InvalidJudgeList when another has this name.
 */
export function changeJudgeName(
  { db }: Pick<Services, 'db'>,
  { username, name }: { username: string; name: string },
  actorId: string,
): Promise<boolean> {
  return transact(db, async (trx) => {
    await lockJudges(trx);
    const others = (await selectTakenUsernames(trx)).filter((each) => each.username !== username);
    requireFreeName(new Set(others.map((each) => each.name)), name);
    const former = await updateJudgeName(trx, username, name);
    if (former === undefined) return false;
    await recordAudit(trx, { actorId, action: 'judge.renamed', subject: username, detail: { former, name } });
    // Results show names.
    await notifySubscribers(trx, 'scores');
    await notifySubscribers(trx, 'judging');
    return true;
  });
}

/** Removes a judge and ends the judge's sessions; the scores stay and count. Returns false when there is no such judge. */
export function markJudgeAsRemoved(
  { db, now }: Pick<Services, 'db' | 'now'>,
  username: string,
  actorId: string | null = null,
): Promise<boolean> {
  return transact(db, async (trx) => {
    if (!(await markJudgeRemoved(trx, username, now()))) return false;
    await closeJudgeSessions(trx, username);
    await recordAudit(trx, { actorId, action: 'judge.removed', subject: username });
    await notifySubscribers(trx, 'judging');
    return true;
  });
}
